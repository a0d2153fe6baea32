// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dcbsim: data center bridging and global pause for ports whose own driver has neither.
 *
 * The kernel's dcbnl and ethtool netlink are real, and so is its table of DSCP maps; what a NIC would keep is kept here,
 * by the rules in driver.c. No pause frame is ever sent.
 *
 * modprobe dcbsim dev=rail0,rail1
 */
#include <linux/ethtool.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <net/dcbnl.h>

#include "port.h"

#define MOST 8

static char *names[MOST];
static int named;
module_param_array_named(dev, names, charp, &named, 0444);
MODULE_PARM_DESC(dev, "names of the ports, separated by commas");

struct simulated {
	struct net_device *dev;
	struct port port;
	struct ethtool_pauseparam pause;
	struct ethtool_ops ethtool;
	const struct ethtool_ops *was;
	u8 trust[IEEE_8021QAZ_APP_SEL_MAX + 1];
	int trusted;
};

static struct simulated *ports[MOST];

static struct simulated *find(const struct net_device *dev)
{
	int i;

	for (i = 0; i < MOST; i++)
		if (ports[i] && ports[i]->dev == dev)
			return ports[i];
	return NULL;
}

static bool paused(const struct simulated *found)
{
	return found->pause.rx_pause || found->pause.tx_pause;
}

/* rtnl is held whenever one of these is called, and a port is only forgotten under rtnl: find() cannot fail. */
static int dcb_get_ets(struct net_device *dev, struct ieee_ets *ets)
{
	*ets = find(dev)->port.ets;
	return 0;
}

static int dcb_set_ets(struct net_device *dev, struct ieee_ets *ets)
{
	return set_ets(&find(dev)->port, ets);
}

static int dcb_get_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	*pfc = find(dev)->port.pfc;
	return 0;
}

static int dcb_set_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	struct simulated *found = find(dev);

	return set_pfc(&found->port, pfc, paused(found));
}

static int dcb_get_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	*maxrate = find(dev)->port.maxrate;
	return 0;
}

static int dcb_set_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	return set_maxrate(&find(dev)->port, maxrate);
}

static int dcb_get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	*buffer = find(dev)->port.buffer;
	return 0;
}

static int dcb_set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	return set_buffer(&find(dev)->port, buffer);
}

static u8 dcb_get_dcbx(struct net_device *dev)
{
	return find(dev)->port.dcbx;
}

static u8 dcb_set_dcbx(struct net_device *dev, u8 mode)
{
	return set_dcbx(&find(dev)->port, mode);
}

static int dcb_get_trust(struct net_device *dev, u8 *selectors, int *count)
{
	struct simulated *found = find(dev);

	memcpy(selectors, found->trust, found->trusted);
	*count = found->trusted;
	return 0;
}

static int dcb_set_trust(struct net_device *dev, u8 *selectors, int count)
{
	struct simulated *found = find(dev);

	if (count > sizeof(found->trust))
		return -EINVAL;
	memcpy(found->trust, selectors, count);
	found->trusted = count;
	return 0;
}

static const struct dcbnl_rtnl_ops dcb = {
	.ieee_getets = dcb_get_ets,
	.ieee_setets = dcb_set_ets,
	.ieee_getpfc = dcb_get_pfc,
	.ieee_setpfc = dcb_set_pfc,
	.ieee_getmaxrate = dcb_get_maxrate,
	.ieee_setmaxrate = dcb_set_maxrate,
	.ieee_setapp = dcb_ieee_setapp,
	.ieee_delapp = dcb_ieee_delapp,
	.getdcbx = dcb_get_dcbx,
	.setdcbx = dcb_set_dcbx,
	.dcbnl_getbuffer = dcb_get_buffer,
	.dcbnl_setbuffer = dcb_set_buffer,
	.dcbnl_getapptrust = dcb_get_trust,
	.dcbnl_setapptrust = dcb_set_trust,
};

static void pause_get(struct net_device *dev, struct ethtool_pauseparam *pause)
{
	const struct ethtool_pauseparam *kept = &find(dev)->pause;

	pause->autoneg = kept->autoneg;
	pause->rx_pause = kept->rx_pause;
	pause->tx_pause = kept->tx_pause;
}

static int pause_set(struct net_device *dev, struct ethtool_pauseparam *pause)
{
	struct simulated *found = find(dev);

	if (pause->autoneg || ((pause->rx_pause || pause->tx_pause) && found->port.pfc.pfc_en))
		return -EINVAL;
	found->pause = *pause;
	return 0;
}

static struct simulated *made(struct net_device *dev)
{
	struct simulated *new = kzalloc(sizeof(*new), GFP_KERNEL);

	if (!new)
		return NULL;
	new->dev = dev;
	new->was = dev->ethtool_ops;
	if (new->was)
		new->ethtool = *new->was;
	new->ethtool.get_pauseparam = pause_get;
	new->ethtool.set_pauseparam = pause_set;
	/* mlx5 comes up with global pause in both directions. */
	new->pause.rx_pause = 1;
	new->pause.tx_pause = 1;
	port_blank(&new->port);
	return new;
}

static void release(int i)
{
	ports[i]->dev->dcbnl_ops = NULL;
	ports[i]->dev->ethtool_ops = ports[i]->was;
	kfree(ports[i]);
	ports[i] = NULL;
}

static void release_all(void)
{
	int i;

	for (i = 0; i < MOST; i++)
		if (ports[i])
			release(i);
}

static int take(int i)
{
	struct net_device *dev = __dev_get_by_name(&init_net, names[i]);

	if (!dev || dev->dcbnl_ops) {
		pr_err("dcbsim: %s: %s\n", names[i], dev ? "has a driver with dcbnl" : "no such port");
		return dev ? -EBUSY : -ENODEV;
	}
	ports[i] = made(dev);
	if (!ports[i])
		return -ENOMEM;
	dev->ethtool_ops = &ports[i]->ethtool;
	dev->dcbnl_ops = &dcb;
	return 0;
}

static int on_event(struct notifier_block *block, unsigned long event, void *info)
{
	struct net_device *dev = netdev_notifier_info_to_dev(info);
	int i;

	for (i = 0; event == NETDEV_UNREGISTER && i < MOST; i++)
		if (ports[i] && ports[i]->dev == dev)
			release(i);
	return NOTIFY_DONE;
}

static struct notifier_block events = { .notifier_call = on_event };

static int __init dcbsim_init(void)
{
	int i, error = 0;

	rtnl_lock();
	for (i = 0; i < named && !error; i++)
		error = take(i);
	if (error)
		release_all();
	rtnl_unlock();
	return error ?: register_netdevice_notifier(&events);
}

static void __exit dcbsim_exit(void)
{
	unregister_netdevice_notifier(&events);
	rtnl_lock();
	release_all();
	rtnl_unlock();
}

module_init(dcbsim_init);
module_exit(dcbsim_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("data center bridging in memory, for tests");
