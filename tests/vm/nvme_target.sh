#!/bin/sh
# Offers a disk over NVMe-oF on this machine, or takes it back: nvme_target.sh up|down NQN DISK ADDRESS
set -eu
what=$1 name=$2 disk=$3 address=$4
top=/sys/kernel/config/nvmet

up() {
	modprobe -a nvmet nvmet_rdma nvmet_tcp
	mkdir "$top/subsystems/$name" "$top/subsystems/$name/namespaces/1"
	echo 1 > "$top/subsystems/$name/attr_allow_any_host"
	echo "$disk" > "$top/subsystems/$name/namespaces/1/device_path"
	echo 1 > "$top/subsystems/$name/namespaces/1/enable"
	port 1 rdma 4420
	port 2 tcp 4421
}

port() {
	mkdir "$top/ports/$1"
	echo "$2" > "$top/ports/$1/addr_trtype"
	echo ipv4 > "$top/ports/$1/addr_adrfam"
	echo "$address" > "$top/ports/$1/addr_traddr"
	echo "$3" > "$top/ports/$1/addr_trsvcid"
	ln -s "$top/subsystems/$name" "$top/ports/$1/subsystems/"
}

down() {
	for number in 1 2; do
		rm "$top/ports/$number/subsystems/$name"
		rmdir "$top/ports/$number"
	done
	rmdir "$top/subsystems/$name/namespaces/1" "$top/subsystems/$name"
}

"$what"
