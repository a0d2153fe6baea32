variable "cluster" {
  description = "The wish: the whole content of cluster.yml, as yamldecode(file(\"cluster.yml\")) gives it."
  type = object({
    version  = number
    name     = string
    provider = string
    management = object({
      subnet = string
      port   = string
    })
    fabric = object({
      type             = string
      speed            = string
      mtu              = number
      rails            = number
      assignment       = optional(string, "rail_optimised")
      oversubscription = optional(number, 1)
      subnet           = string
      leaf = object({
        count         = number
        ports         = number
        os            = string
        lanes         = optional(number, 1)
        model         = optional(string)
        buffer_model  = optional(string, "traditional")
        first_address = optional(number)
      })
      spine = object({
        count         = number
        ports         = number
        os            = string
        lanes         = optional(number, 1)
        model         = optional(string)
        buffer_model  = optional(string, "traditional")
        first_address = optional(number)
      })
      cables = optional(object({
        host  = optional(number, 40)
        spine = optional(number, 40)
      }))
      roce = optional(object({
        dscp              = number
        mode              = optional(string, "lossless")
        priority          = number
        cnp_dscp          = number
        cnp_priority      = number
        incast            = optional(number)
        dynamic_th        = optional(number, 0)
        over_subscription = optional(number, 0)
      }))
      subnet_manager = optional(list(string), [])
    })
    profiles = map(object({
      ports          = list(string)
      rails          = optional(list(number))
      hcas           = optional(list(string), [])
      gpus           = optional(number, 0)
      kernel_modules = optional(list(string), [])
      hostname       = optional(bool, false)
      nccl           = optional(string)
      nic            = optional(string, "connectx")
      nic_driver     = optional(string, "inbox")
      nic_buffer     = optional(number)
      memory = optional(object({
        size        = optional(string)
        pool        = optional(string)
        first       = optional(string, "latency")
        use         = optional(string)
        zone        = optional(string)
        online      = optional(string, "by_plan")
        members     = optional(list(string), [])
        ways        = optional(number)
        granularity = optional(number)
        tiering     = optional(bool, false)
        weights     = optional(string, "none")
        bandwidth = optional(object({
          near = number
          far  = number
        }))
        hugepages = optional(list(object({
          size  = string
          count = number
        })))
        watch = optional(bool, true)
      }))
    }))
    nodes = list(object({
      name          = string
      role          = string
      count         = number
      profile       = string
      racks         = optional(list(string), ["rack-1"])
      first_address = optional(number)
    }))
  })

  # provision.yml checks the spec first and finds more; these rules keep a plain `terraform apply` out of trouble.
  # A rule that cannot be judged because another one is broken holds (try), so that only the cause is told.
  validation {
    condition     = var.cluster.version == 1
    error_message = "cluster.version: ${var.cluster.version} found; this module reads 1."
  }
  validation {
    condition     = can(regex("^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$", var.cluster.name))
    error_message = "cluster.name: ${var.cluster.name} found; write up to 40 of a-z, 0-9 and -, a letter first, no dash last."
  }
  validation {
    condition = try(
      cidrsubnet(var.cluster.management.subnet, 0, 0) == var.cluster.management.subnet &&
      !strcontains(var.cluster.management.subnet, ":"),
      false
    )
    error_message = "cluster.management.subnet: ${var.cluster.management.subnet} found; write an IPv4 subnet such as 10.64.0.0/24."
  }

  validation {
    condition     = contains(["roce", "infiniband"], var.cluster.fabric.type)
    error_message = "cluster.fabric.type: ${var.cluster.fabric.type} found; write roce or infiniband."
  }
  validation {
    condition     = can(regex("^[1-9][0-9]*G$", var.cluster.fabric.speed))
    error_message = "cluster.fabric.speed: ${var.cluster.fabric.speed} found; write Gb/s such as 400G."
  }
  validation {
    condition     = var.cluster.fabric.rails >= 1 && floor(var.cluster.fabric.rails) == var.cluster.fabric.rails
    error_message = "cluster.fabric.rails: ${var.cluster.fabric.rails} found; write a whole number from 1."
  }
  validation {
    condition     = contains(["rail_optimised", "plain"], var.cluster.fabric.assignment)
    error_message = "cluster.fabric.assignment: ${var.cluster.fabric.assignment} found; write rail_optimised or plain."
  }
  validation {
    condition     = var.cluster.fabric.oversubscription >= 1
    error_message = "cluster.fabric.oversubscription: ${var.cluster.fabric.oversubscription} found; write leaf ports down for each one up, at least 1."
  }
  validation {
    condition = alltrue([
      for tier in [var.cluster.fabric.leaf, var.cluster.fabric.spine] : alltrue([
        for number in [tier.count, tier.ports, tier.lanes] : number >= 1 && number <= 1024 && floor(number) == number
      ])
    ])
    error_message = "cluster.fabric.leaf, spine: ${jsonencode([var.cluster.fabric.leaf, var.cluster.fabric.spine])} found; count, ports and lanes are whole numbers from 1 to 1024."
  }
  validation {
    condition = alltrue([
      for tier in [var.cluster.fabric.leaf, var.cluster.fabric.spine] :
      contains(["sonic", "cumulus", "eos", "nxos", "mlnx_os"], tier.os)
    ])
    error_message = "cluster.fabric.leaf.os, spine.os: ${var.cluster.fabric.leaf.os}, ${var.cluster.fabric.spine.os} found; write sonic, cumulus, eos, nxos or mlnx_os."
  }
  validation {
    condition     = var.cluster.fabric.type != "roce" || var.cluster.fabric.roce != null
    error_message = "cluster.fabric.roce: missing; fabric.type roce needs its dscp, priority, cnp_dscp and cnp_priority."
  }

  validation {
    condition = try(
      var.cluster.fabric.assignment == "plain" ||
      var.cluster.fabric.leaf.count % var.cluster.fabric.rails == 0 ||
      var.cluster.fabric.rails % var.cluster.fabric.leaf.count == 0,
      true
    )
    error_message = "cluster.fabric.leaf.count: ${var.cluster.fabric.leaf.count} leaves found for ${var.cluster.fabric.rails} rails; write a multiple or a divisor of the rails, or assignment: plain."
  }
  validation {
    condition = try(
      floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription)) ==
      var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription),
      true
    )
    error_message = "cluster.fabric.oversubscription: ${var.cluster.fabric.oversubscription} found; ${var.cluster.fabric.leaf.ports} leaf ports must split into whole numbers at that ratio of down to up."
  }
  validation {
    condition = try(
      floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription)) >= 1 &&
      floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription)) % var.cluster.fabric.spine.count == 0,
      true
    )
    error_message = "cluster.fabric.spine.count: ${var.cluster.fabric.spine.count} spines found; the ${try(floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription)), 0)} uplinks of a leaf must come to the same whole number of links, at least 1, to each."
  }
  validation {
    condition = try(
      var.cluster.fabric.leaf.count *
      floor(var.cluster.fabric.leaf.ports / (1 + var.cluster.fabric.oversubscription)) <=
      var.cluster.fabric.spine.ports * var.cluster.fabric.spine.count,
      true
    )
    error_message = "cluster.fabric.spine.ports: ${var.cluster.fabric.spine.ports} found; ${var.cluster.fabric.leaf.count} leaves have more links than that to each spine."
  }

  validation {
    condition = try(
      cidrsubnet(var.cluster.fabric.subnet, 0, 0) == var.cluster.fabric.subnet &&
      !strcontains(var.cluster.fabric.subnet, ":"),
      false
    )
    error_message = "cluster.fabric.subnet: ${var.cluster.fabric.subnet} found; write an IPv4 subnet such as 10.64.0.0/24."
  }
  validation {
    condition = try(
      var.cluster.fabric.type != "roce" ||
      var.cluster.fabric.leaf.count * pow(2, ceil(log(2 * var.cluster.fabric.leaf.ports, 2))) <=
      pow(2, 32 - split("/", var.cluster.fabric.subnet)[1]),
      true
    )
    error_message = "cluster.fabric.subnet: ${var.cluster.fabric.subnet} found; ${var.cluster.fabric.leaf.count} leaves of ${var.cluster.fabric.leaf.ports} ports need a wider one: two addresses a port, a leaf's rounded up to a power of two."
  }
  validation {
    condition = try(
      var.cluster.fabric.type != "infiniband" ||
      var.cluster.fabric.leaf.ports * floor(var.cluster.fabric.leaf.count / (var.cluster.fabric.assignment == "plain" ? 1 : min(var.cluster.fabric.leaf.count, var.cluster.fabric.rails))) + 2 <=
      pow(2, 32 - split("/", var.cluster.fabric.subnet)[1] - ceil(log(var.cluster.fabric.rails, 2))),
      true
    )
    error_message = "cluster.fabric.subnet: ${var.cluster.fabric.subnet} found; ${var.cluster.fabric.rails} rails need a wider one: each rail takes an address for each port of its leaves."
  }

  validation {
    condition = alltrue([
      for profile in var.cluster.profiles :
      length(distinct(profile.ports)) == length(profile.ports) &&
      contains([0, length(profile.ports)], length(profile.hcas)) &&
      (profile.rails == null ? true : length(distinct(profile.rails)) == length(profile.ports) && length(profile.rails) == length(profile.ports))
    ])
    error_message = "cluster.profiles: ${jsonencode({ for name, profile in var.cluster.profiles : name => { ports = profile.ports, rails = profile.rails, hcas = profile.hcas } })} found; list each port once, and one rail and one hca for each."
  }
  validation {
    condition = alltrue(flatten([
      for profile in var.cluster.profiles : [
        for rail in(profile.rails == null ? range(length(profile.ports)) : profile.rails) :
        rail >= 0 && rail < var.cluster.fabric.rails && floor(rail) == rail
      ]
    ]))
    error_message = "cluster.profiles: ports on rails ${jsonencode({ for name, profile in var.cluster.profiles : name => profile.rails == null ? range(length(profile.ports)) : profile.rails })} found; rails are whole numbers from 0 to ${var.cluster.fabric.rails - 1}, of fabric.rails: ${var.cluster.fabric.rails}."
  }

  validation {
    condition = (
      length(distinct(concat(["leaf", "spine"], var.cluster.nodes[*].name))) == length(var.cluster.nodes) + 2 &&
      alltrue([for group in var.cluster.nodes : can(regex("^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$", group.name))])
    )
    error_message = "cluster.nodes: names ${join(", ", var.cluster.nodes[*].name)} found; write each once, in lower-case letters, digits and dashes; leaf and spine are the switches'."
  }
  validation {
    condition = alltrue([
      for group in var.cluster.nodes : contains(["compute", "memory", "storage", "management"], group.role)
    ])
    error_message = "cluster.nodes: roles ${join(", ", var.cluster.nodes[*].role)} found; write compute, memory, storage or management."
  }
  validation {
    condition = alltrue([
      for group in var.cluster.nodes : group.count >= 1 && group.count <= 1024 && floor(group.count) == group.count
    ])
    error_message = "cluster.nodes: counts ${join(", ", var.cluster.nodes[*].count)} found; write whole numbers from 1 to 1024."
  }
  validation {
    condition     = alltrue([for group in var.cluster.nodes : contains(keys(var.cluster.profiles), group.profile)])
    error_message = "cluster.nodes: profiles ${join(", ", var.cluster.nodes[*].profile)} found; cluster.profiles has ${join(", ", keys(var.cluster.profiles))}."
  }
  validation {
    condition     = alltrue([for group in var.cluster.nodes : length(group.racks) >= 1])
    error_message = "cluster.nodes: an empty list of racks found; name a rack, or leave racks out."
  }
}
