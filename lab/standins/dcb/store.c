/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A port's state as one text file: a name and its numbers per line, so that a person can read it. */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port.h"

#define FOLDER "/run/lab/dcb"
#define PAUSE "/run/lab/pause"
#define PORTS "/etc/lab/ports"
#define TEXT 16384

#define FIELD(name, member, count) { name, offsetof(struct port, member), sizeof(((struct port *)0)->member) / (count), count }

static const struct field {
	const char *name;
	size_t offset, size, count;
} fields[] = {
	FIELD("pfc_en", pfc.pfc_en, 1),
	FIELD("pfc_mbc", pfc.mbc, 1),
	FIELD("pfc_delay", pfc.delay, 1),
	FIELD("ets_cbs", ets.cbs, 1),
	FIELD("tc_tx_bw", ets.tc_tx_bw, 8),
	FIELD("tc_rx_bw", ets.tc_rx_bw, 8),
	FIELD("tc_tsa", ets.tc_tsa, 8),
	FIELD("prio_tc", ets.prio_tc, 8),
	FIELD("tc_reco_bw", ets.tc_reco_bw, 8),
	FIELD("tc_reco_tsa", ets.tc_reco_tsa, 8),
	FIELD("reco_prio_tc", ets.reco_prio_tc, 8),
	FIELD("tc_maxrate", maxrate.tc_maxrate, 8),
	FIELD("prio2buffer", buffer.prio2buffer, 8),
	FIELD("buffer_size", buffer.buffer_size, 8),
	FIELD("dcbx", dcbx, 1),
	FIELD("app_count", app_count, 1),
	FIELD("apps", apps, APPS),
};
#define FIELDS (sizeof(fields) / sizeof(fields[0]))

static uint64_t get(const char *at, size_t size)
{
	uint64_t value = 0;

	memcpy(&value, at, size);	/* little-endian, as every host that this lab runs on */
	return value;
}

/* How many of a field's numbers are in use: of the app table only the first app_count. */
static size_t used(const struct field *field, const struct port *port)
{
	return field->count == APPS ? port->app_count : field->count;
}

static const struct field *named(const char *name, size_t length)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (strlen(fields[i].name) == length && !memcmp(fields[i].name, name, length))
			return &fields[i];
	return NULL;
}

/* Read " 1 2 3" into a field; strtoul is not used, as its name differs between versions of glibc. */
static void read_numbers(const char *text, const char *end, const struct field *field, struct port *port)
{
	for (size_t i = 0; i < field->count && text < end; i++) {
		uint64_t value = 0;

		while (text < end && *text == ' ')
			text++;
		for (; text < end && *text >= '0' && *text <= '9'; text++)
			value = value * 10 + (*text - '0');
		memcpy((char *)port + field->offset + i * field->size, &value, field->size);
	}
}

static void read_lines(const char *text, struct port *port)
{
	const char *end;

	for (; (end = strchr(text, '\n')); text = end + 1) {
		const char *space = strchr(text, ' ');
		const struct field *field = space && space < end ? named(text, space - text) : NULL;

		if (field)
			read_numbers(space, end, field, port);
	}
	if (port->app_count > APPS)
		port->app_count = 0;
}

int port_load(const char *name, struct port *port)
{
	char path[64 + IFNAMSIZ], text[TEXT];
	ssize_t length;
	int file;

	mkdir("/run/lab", 0755);
	mkdir(FOLDER, 0755);
	snprintf(path, sizeof(path), FOLDER "/%s", name);
	file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (file < 0)
		return -errno;
	flock(file, LOCK_EX);
	port_blank(port);
	length = read(file, text, sizeof(text) - 1);
	text[length > 0 ? length : 0] = '\0';
	read_lines(text, port);
	return file;
}

void port_save(int file, const struct port *port)
{
	if (ftruncate(file, 0) || lseek(file, 0, SEEK_SET))
		return;
	for (size_t i = 0; i < FIELDS; i++) {
		const char *at = (const char *)port + fields[i].offset;

		dprintf(file, "%s", fields[i].name);
		for (size_t j = 0; j < used(&fields[i], port); j++)
			dprintf(file, " %llu", (unsigned long long)get(at + j * fields[i].size, fields[i].size));
		dprintf(file, "\n");
	}
}

void port_close(int file)
{
	close(file);	/* unlocks too */
}

/* Whether a file has a line that is exactly this word. */
static bool has_line(const char *path, const char *word)
{
	char line[128];
	bool found = false;
	FILE *file = fopen(path, "re");

	while (file && !found && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		found = !strcmp(line, word);
	}
	if (file)
		fclose(file);
	return found;
}

bool is_fabric_port(const char *name)
{
	if (!access(PORTS, R_OK))
		return has_line(PORTS, name);
	return strcmp(name, "lo") && strcmp(name, "mgmt0");
}

/* Global pause is ethtool's; it is on in either direction until that stand-in has written otherwise. */
bool global_pause(const char *name)
{
	char path[64 + IFNAMSIZ];

	snprintf(path, sizeof(path), PAUSE "/%s", name);
	return access(path, R_OK) || has_line(path, "rx on") || has_line(path, "tx on");
}
