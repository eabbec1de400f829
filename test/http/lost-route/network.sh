#!/usr/bin/env bash
# Builds three network namespaces in a row (client, router, server) and runs the client in the first one.
# The caller starts this script in a user and network namespace of its own: unshare --map-root-user --net bash network.sh
set -euo pipefail
folder=$(dirname "$0")

ip link set lo up
unshare --net sleep 60 &
router=$!
unshare --net sleep 60 &
server=$!
trap 'kill $(jobs -p) 2>/dev/null' EXIT
sleep 0.3
on_router() { nsenter --target "$router" --net "$@"; }
on_server() { nsenter --target "$server" --net "$@"; }

ip link add client0 type veth peer name router0
ip link set router0 netns "$router"
ip addr add 10.99.0.1/24 dev client0
ip link set client0 up
ip route add default via 10.99.0.2
on_router ip addr add 10.99.0.2/24 dev router0
on_router ip link set router0 up

# A slow link, so that the request is still under way when the route is lost.
tc qdisc add dev client0 root tbf rate 10mbit burst 32kbit latency 400ms

on_router ip link add router1 type veth peer name server0
on_router ip link set server0 netns "$server"
on_router ip addr add 10.98.0.1/24 dev router1
on_router ip link set router1 up
on_router sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward'
on_server ip addr add 10.98.0.2/24 dev server0
on_server ip link set server0 up
on_server ip route add default via 10.98.0.1

# The client gives up after three unacknowledged segments instead of after a quarter of an hour.
echo 3 >/proc/sys/net/ipv4/tcp_retries2
on_server node --import tsx "$folder/server.ts" &
ROUTER_PID=$router node --import tsx "$folder/client.ts"
