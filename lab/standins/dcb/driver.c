/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of the kernel and of a NIC's driver: what they take, what they refuse, what they start with. */
#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/string.h>
#else
#include <errno.h>
#include <string.h>
#endif

#include "port.h"

#define TCS IEEE_8021QAZ_MAX_TCS
#define BUFFER_TOTAL 262016	/* bytes */

void port_blank(struct port *port)
{
	memset(port, 0, sizeof(*port));
	port->ets.ets_cap = TCS;
	port->pfc.pfc_cap = TCS;
	for (int i = 0; i < TCS; i++)
		port->ets.prio_tc[i] = i;
	port->buffer.total_size = BUFFER_TOTAL;
	port->buffer.buffer_size[0] = BUFFER_TOTAL;
	port->dcbx = DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE;
}

int set_ets(struct port *port, const struct ieee_ets *ets)
{
	int sum = 0;
	bool shared = false;

	for (int i = 0; i < TCS; i++) {
		if (ets->prio_tc[i] >= TCS)
			return -EINVAL;
		if (ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS) {
			shared = true;
			sum += ets->tc_tx_bw[i];
		}
	}
	if (shared && sum != 100)
		return -EINVAL;
	port->ets = *ets;
	port->ets.willing = 0;
	port->ets.ets_cap = TCS;
	return 0;
}

int set_pfc(struct port *port, const struct ieee_pfc *pfc, bool paused)
{
	/* mlx5 refuses PFC beside global pause: the two would stop each other's traffic. */
	if (pfc->pfc_en && paused)
		return -EINVAL;
	port->pfc.pfc_en = pfc->pfc_en;
	port->pfc.mbc = pfc->mbc;
	port->pfc.delay = pfc->delay;
	return 0;
}

int set_maxrate(struct port *port, const struct ieee_maxrate *maxrate)
{
	port->maxrate = *maxrate;
	return 0;
}

int set_buffer(struct port *port, const struct dcbnl_buffer *buffer)
{
	uint64_t sum = 0;

	for (int i = 0; i < DCBX_MAX_BUFFERS; i++)
		sum += buffer->buffer_size[i];
	for (int i = 0; i < TCS; i++)
		if (buffer->prio2buffer[i] >= DCBX_MAX_BUFFERS)
			return -EINVAL;
	if (sum > BUFFER_TOTAL)
		return -EINVAL;
	port->buffer = *buffer;
	port->buffer.total_size = BUFFER_TOTAL;
	return 0;
}

int set_dcbx(struct port *port, uint8_t mode)
{
	/* The answer is the driver's own "no", not an errno: dcb prints it as "Unknown error -1". */
	if (mode & DCB_CAP_DCBX_LLD_MANAGED)
		return 1;
	if (!mode) {	/* mlx5: the firmware may have it */
		port->dcbx &= ~DCB_CAP_DCBX_HOST;
		return 0;
	}
	if (!(mode & DCB_CAP_DCBX_HOST))
		return 1;
	port->dcbx = mode;
	return 0;
}

static uint32_t pack_app(const struct dcb_app *app)
{
	return (uint32_t)app->selector << 24 | (uint32_t)app->priority << 16 | app->protocol;
}

struct dcb_app unpack_app(uint32_t packed)
{
	return (struct dcb_app){ .selector = packed >> 24, .priority = packed >> 16, .protocol = packed };
}

static uint32_t find_app(const struct port *port, uint32_t packed)
{
	uint32_t i = 0;

	while (i < port->app_count && port->apps[i] != packed)
		i++;
	return i;
}

int add_app(struct port *port, const struct dcb_app *app)
{
	if (app->priority >= TCS)
		return -EINVAL;
	if (find_app(port, pack_app(app)) < port->app_count)
		return -EEXIST;
	if (port->app_count == APPS)
		return -ENOMEM;
	port->apps[port->app_count++] = pack_app(app);
	return 0;
}

int delete_app(struct port *port, const struct dcb_app *app)
{
	uint32_t i = find_app(port, pack_app(app));

	if (i == port->app_count)
		return -ENOENT;
	port->apps[i] = port->apps[--port->app_count];
	return 0;
}
