/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libmnl's two socket calls, answered as the kernel's net/dcb would for a NIC with a dcbnl driver. */
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "port.h"

struct mnl_socket;

static char reply[8192];
static size_t reply_length;

static struct nlattr *put(uint16_t type, const void *value, size_t length)
{
	struct nlattr *attribute = (struct nlattr *)(reply + reply_length);

	attribute->nla_len = NLA_HDRLEN + length;
	attribute->nla_type = type;
	memcpy((char *)attribute + NLA_HDRLEN, value, length);
	reply_length += NLA_ALIGN(attribute->nla_len);
	return attribute;
}

static void end_nest(struct nlattr *nest)
{
	nest->nla_len = reply + reply_length - (char *)nest;
}

static void start(const struct nlmsghdr *request)
{
	struct nlmsghdr *header = (struct nlmsghdr *)reply;

	memset(reply, 0, sizeof(reply));
	header->nlmsg_type = request->nlmsg_type;
	header->nlmsg_seq = request->nlmsg_seq;
	memcpy(NLMSG_DATA(header), NLMSG_DATA(request), sizeof(struct dcbmsg));
	reply_length = NLMSG_HDRLEN + NLMSG_ALIGN(sizeof(struct dcbmsg));
}

static void finish(void)
{
	((struct nlmsghdr *)reply)->nlmsg_len = reply_length;
}

static void refuse(const struct nlmsghdr *request, int error)
{
	struct nlmsghdr *header = (struct nlmsghdr *)reply;
	struct nlmsgerr *body = NLMSG_DATA(header);

	start(request);
	header->nlmsg_type = NLMSG_ERROR;
	body->error = error;
	body->msg = *request;
	reply_length = NLMSG_LENGTH(sizeof(*body));
	finish();
}

static struct nlattr *find(void *first, size_t length, uint16_t type)
{
	struct nlattr *attribute = first;

	while (length >= NLA_HDRLEN && attribute->nla_len >= NLA_HDRLEN && attribute->nla_len <= length) {
		size_t step = NLA_ALIGN(attribute->nla_len);

		if ((attribute->nla_type & NLA_TYPE_MASK) == type)
			return attribute;
		length -= step < length ? step : length;
		attribute = (struct nlattr *)((char *)attribute + step);
	}
	return NULL;
}

static void *value(struct nlattr *attribute)
{
	return (char *)attribute + NLA_HDRLEN;
}

static struct nlattr *inside(struct nlattr *nest, uint16_t type)
{
	return nest ? find(value(nest), nest->nla_len - NLA_HDRLEN, type) : NULL;
}

static struct nlattr *top(const struct nlmsghdr *request, uint16_t type)
{
	char *first = (char *)NLMSG_DATA(request) + NLMSG_ALIGN(sizeof(struct dcbmsg));

	return find(first, (char *)request + request->nlmsg_len - first, type);
}

static void put_state(const struct port *port)
{
	struct nlattr *ieee = put(DCB_ATTR_IEEE, "", 0), *table;

	put(DCB_ATTR_IEEE_ETS, &port->ets, sizeof(port->ets));
	put(DCB_ATTR_IEEE_MAXRATE, &port->maxrate, sizeof(port->maxrate));
	put(DCB_ATTR_IEEE_PFC, &port->pfc, sizeof(port->pfc));
	put(DCB_ATTR_DCB_BUFFER, &port->buffer, sizeof(port->buffer));
	table = put(DCB_ATTR_IEEE_APP_TABLE, "", 0);
	for (uint32_t i = 0; i < port->app_count; i++) {
		struct dcb_app app = unpack_app(port->apps[i]);

		put(DCB_ATTR_IEEE_APP, &app, sizeof(app));
	}
	end_nest(table);
	end_nest(ieee);
	put(DCB_ATTR_DCBX, &port->dcbx, sizeof(port->dcbx));
}

/* Every entry of the request's app table, until one is refused. */
static int each_app(struct port *port, struct nlattr *ieee, int (*change)(struct port *, const struct dcb_app *))
{
	struct nlattr *table = inside(ieee, DCB_ATTR_IEEE_APP_TABLE), *entry;
	char *end = table ? (char *)table + table->nla_len : NULL;
	int error = 0;

	for (entry = inside(table, DCB_ATTR_IEEE_APP); entry && !error;) {
		char *next = (char *)entry + NLA_ALIGN(entry->nla_len);

		error = change(port, value(entry));
		entry = next < end ? find(next, end - next, DCB_ATTR_IEEE_APP) : NULL;
	}
	return error;
}

static int set_ieee(const char *name, struct port *port, struct nlattr *ieee)
{
	struct nlattr *part;
	int error = 0;

	if (!ieee)
		return -EINVAL;
	if ((part = inside(ieee, DCB_ATTR_IEEE_ETS)))
		error = set_ets(port, value(part));
	if (!error && (part = inside(ieee, DCB_ATTR_IEEE_MAXRATE)))
		error = set_maxrate(port, value(part));
	if (!error && (part = inside(ieee, DCB_ATTR_IEEE_PFC)))
		error = set_pfc(port, value(part), global_pause(name));
	if (!error && (part = inside(ieee, DCB_ATTR_DCB_BUFFER)))
		error = set_buffer(port, value(part));
	return error ? error : each_app(port, ieee, add_app);
}

static void answer_set(const struct nlmsghdr *request, const char *name, struct port *port, int file)
{
	const struct dcbmsg *message = NLMSG_DATA(request);
	struct nlattr *mode = top(request, DCB_ATTR_DCBX), *ieee = top(request, DCB_ATTR_IEEE);
	bool bare = message->cmd == DCB_CMD_SDCBX;
	int8_t error;

	if (bare)
		error = mode ? set_dcbx(port, *(uint8_t *)value(mode)) : -EINVAL;
	else if (message->cmd == DCB_CMD_IEEE_DEL)
		error = each_app(port, ieee, delete_app);
	else
		error = set_ieee(name, port, ieee);
	port_save(file, port);	/* also after a refusal: like a driver, keep what was taken before it */
	put(bare ? DCB_ATTR_DCBX : DCB_ATTR_IEEE, &error, sizeof(error));
}

static int answer(const struct nlmsghdr *request)
{
	struct nlattr *name = top(request, DCB_ATTR_IFNAME);
	struct port port;
	int file;

	if (request->nlmsg_type == RTM_SETDCB && geteuid())
		return -EPERM;
	if (!name || !if_nametoindex(value(name)))
		return -ENODEV;
	if (!is_fabric_port(value(name)))
		return -EOPNOTSUPP;
	file = port_load(value(name), &port);
	if (file < 0)
		return file;
	start(request);
	put(DCB_ATTR_IFNAME, value(name), strlen(value(name)) + 1);
	if (request->nlmsg_type == RTM_SETDCB)
		answer_set(request, value(name), &port, file);
	else
		put_state(&port);
	finish();
	port_close(file);
	return 0;
}

ssize_t mnl_socket_sendto(const struct mnl_socket *socket, const void *request, size_t length)
{
	int error = answer(request);

	(void)socket;
	if (error)
		refuse(request, error);
	return length;
}

ssize_t mnl_socket_recvfrom(const struct mnl_socket *socket, void *buffer, size_t size)
{
	size_t length = reply_length < size ? reply_length : size;

	(void)socket;
	memcpy(buffer, reply, length);
	return length;
}
