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
        first_address = optional(number)
      })
      spine = object({
        count         = number
        ports         = number
        os            = string
        lanes         = optional(number, 1)
        first_address = optional(number)
      })
      roce = optional(object({
        dscp         = number
        priority     = number
        cnp_dscp     = number
        cnp_priority = number
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
}
