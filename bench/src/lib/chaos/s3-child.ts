import S3rver from "@20minutes/s3rver";

/* A store of its own, in a process that may be killed: `node s3-child.ts FOLDER PORT`. Its files stay. */

const [directory = "", port = ""] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: Number(port),
  silent: true,
  directory,
  // s3rver 5.0.0 rejects the signatures of the current SDK.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: "precount", configs: [] }],
});
await server.run();
process.send?.("ready");
process.on("disconnect", () => process.exit(0));
