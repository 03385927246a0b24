/** PostgreSQL settings for one server on one machine: little memory, full durability (fsync stays on). */
export const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "64MB",
  max_connections: "60",
  // These settings save one process each.
  io_method: "sync",
  max_wal_senders: "0",
  wal_level: "minimal",
  max_wal_size: "512MB",
  max_logical_replication_workers: "0",
  log_checkpoints: "off",
  // Parallel queries need /dev/shm, which is small in containers.
  max_parallel_workers_per_gather: "0",
  dynamic_shared_memory_type: "mmap",
  jit: "off",
  lc_messages: "C",
  log_min_messages: "warning",
};
