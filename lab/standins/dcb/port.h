/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a NIC's driver keeps of data center bridging for one port, and what may be done with it.
 * With driver.c it is also part of a kernel module (lab/vm/dcbsim), hence the licence.
 */
#ifndef LAB_DCB_PORT_H
#define LAB_DCB_PORT_H

#include <linux/dcbnl.h>
#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
#endif

#define APPS 256

struct port {
	struct ieee_ets ets;
	struct ieee_pfc pfc;
	struct ieee_maxrate maxrate;
	struct dcbnl_buffer buffer;
	uint8_t dcbx;
	uint32_t app_count;
	uint32_t apps[APPS];	/* selector << 24 | priority << 16 | protocol */
};

/* store.c: the port's state in /run/lab/dcb/<name>, locked from load to close */
int port_load(const char *name, struct port *port);	/* a locked file, or -errno */
void port_save(int file, const struct port *port);
void port_close(int file);
bool is_fabric_port(const char *name);
bool global_pause(const char *name);

/* driver.c: 0, or the -errno that the kernel or the driver answers */
int set_ets(struct port *port, const struct ieee_ets *ets);
int set_pfc(struct port *port, const struct ieee_pfc *pfc, bool paused);
int set_maxrate(struct port *port, const struct ieee_maxrate *maxrate);
int set_buffer(struct port *port, const struct dcbnl_buffer *buffer);
int set_dcbx(struct port *port, uint8_t mode);
int add_app(struct port *port, const struct dcb_app *app);
int delete_app(struct port *port, const struct dcb_app *app);
struct dcb_app unpack_app(uint32_t packed);
void port_blank(struct port *port);

#endif
