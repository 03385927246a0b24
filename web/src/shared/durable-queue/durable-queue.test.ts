import { describe, expect, it } from "vitest";
import { TestWorld, settle, testItem } from "./testing.ts";

const add = (edit: string) => [{ type: "add" as const, edit }];
describe("a durable queue", () => {
  it("shows a change at once and sends it only when it is stored", async () => {
    const world = new TestWorld();
    const { queue } = world.openTab();
    await world.runDisk();
    void queue.change(testItem("a"), add("1"));
    expect(queue.item("a")?.waiting).toEqual(["1"]);
    expect([queue.hasUnconfirmed(), world.requests.length]).toEqual([true, 0]);
    await world.runDisk();
    expect([queue.hasUnconfirmed(), world.requests.length, queue.sendingTask("a")]).toEqual([false, 1, "1"]);
    await world.answer("sent");
    await world.runDisk();
    expect([world.disk.get("a")?.done, queue.sendingTask("a")]).toEqual([["1"], null]);
  });

  it("doubles the delay between attempts up to 15 s, and starts again at 1 s after a success", async () => {
    const world = new TestWorld();
    const { queue } = world.openTab();
    void queue.change(testItem("a"), add("1"));
    await world.runDisk();
    for (const delayMs of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
      // oxlint-disable-next-line no-await-in-loop
      await world.answer("unreachable");
      expect(queue.connection).toBe("offline");
      // oxlint-disable-next-line no-await-in-loop
      await world.advance(delayMs - 1);
      expect(world.requests).toHaveLength(0);
      // oxlint-disable-next-line no-await-in-loop
      await world.advance(1);
      // oxlint-disable-next-line no-await-in-loop
      await world.runDisk();
      expect(world.requests).toHaveLength(1);
    }
    void queue.change(testItem("a"), add("2"));
    await world.runDisk();
    await world.answer("sent");
    await world.runDisk();
    expect(queue.connection).toBe("online");
    await world.answer("unreachable");
    await world.advance(1000);
    await world.runDisk();
    expect(world.requests).toHaveLength(1);
  });

  it("retries a delivery that throws after a delay, reports it once, and sends other items meanwhile", async () => {
    const world = new TestWorld();
    const { queue } = world.openTab();
    void queue.change(testItem("a"), add("1"));
    await world.runDisk();
    await world.answer("throw");
    expect(world.reportedErrors).toHaveLength(1);
    void queue.change(testItem("b"), add("2"));
    await world.runDisk();
    expect(world.requests.map(({ edit }) => edit)).toEqual(["2"]);
    await world.answer("sent");
    await world.runDisk();
    expect([world.disk.get("b")?.done, world.requests.length, queue.connection]).toEqual([["2"], 0, "online"]);
    await world.advance(1000);
    await world.runDisk();
    await world.answer("throw");
    await world.advance(1999);
    await world.runDisk();
    expect([world.requests.length, world.reportedErrors.length]).toEqual([0, 1]);
    await world.advance(1);
    await world.runDisk();
    await world.answer("sent");
    await world.runDisk();
    expect([world.disk.get("a")?.done, queue.sendingTask("a")]).toEqual([["1"], null]);
  });

  it("sends nothing while signed out, and everything after the next sign-in", async () => {
    const world = new TestWorld();
    const tab = world.openTab();
    void tab.queue.change(testItem("a"), add("1"));
    await world.runDisk();
    await world.answer("signed-out");
    void tab.queue.change(testItem("a"), add("2"));
    await world.runDisk();
    await world.advance(60_000);
    expect([tab.queue.connection, world.requests.length]).toEqual(["signed-out", 0]);
    await world.heal();
    expect(world.disk.get("a")?.done).toEqual(["1", "2"]);
  });

  it("hands the lock to another tab when the sending one is killed", async () => {
    const world = new TestWorld();
    const [first, second] = [world.openTab(), world.openTab()];
    await world.runDisk();
    void first.queue.change(testItem("a"), add("1"));
    await world.runDisk();
    expect(world.requests.map(({ tab }) => tab)).toEqual([first]);
    world.kill(first);
    await world.runDisk();
    expect(world.requests.map(({ tab }) => tab)).toEqual([second]);
    await world.answer("sent");
    await world.runDisk();
    expect(second.queue.item("a")?.done).toEqual(["1"]);
  });

  it("tells other tabs what was delivered", async () => {
    const world = new TestWorld();
    const [first, second] = [world.openTab(), world.openTab()];
    await world.runDisk();
    void first.queue.change(testItem("a"), add("1"));
    await world.heal();
    expect(second.notes).toEqual(["1"]);
    expect(second.queue.item("a")?.done).toEqual(["1"]);
  });

  it("sends from memory while the disk is full, and writes when it has room again", async () => {
    const world = new TestWorld();
    const { queue } = world.openTab();
    await world.runDisk();
    world.isDiskFull = true;
    void queue.change(testItem("a"), add("1"));
    await world.runDisk();
    expect([queue.hasUnconfirmed(), world.requests.length]).toEqual([true, 1]);
    await world.answer("sent");
    await world.runDisk();
    expect([queue.item("a")?.done, world.disk.size]).toEqual([["1"], 0]);
    await world.heal();
    expect([queue.hasUnconfirmed(), world.disk.get("a")?.done]).toEqual([false, ["1"]]);
  });

  it("sends as many items at once as it may, and the next when one is done", async () => {
    const world = new TestWorld({ concurrency: 2, isShared: false });
    const { queue } = world.openTab();
    for (const key of ["a", "b", "c"]) void queue.change(testItem(key), add(key));
    await world.runDisk();
    expect(world.requests.map(({ edit }) => edit)).toEqual(["a", "b"]);
    await world.answer("sent", 1);
    await world.runDisk();
    expect(world.requests.map(({ edit }) => edit)).toEqual(["a", "c"]);
  });

  it("stores the start events of a task before it sends it", async () => {
    const world = new TestWorld({ startEvents: (id) => add(`${id} started`) });
    const { queue } = world.openTab();
    await world.runDisk();
    void queue.change(testItem("a"), add("1"));
    while (world.disk.get("a")?.waiting.includes("1 started") !== true) {
      expect(world.requests).toHaveLength(0);
      // oxlint-disable-next-line no-await-in-loop -- one step of the disk after the other
      if (!(await world.runOperation())) await settle();
    }
    expect(world.requests.map(({ edit }) => edit)).toEqual(["1"]);
  });

  it("waits until a task is ready", async () => {
    const world = new TestWorld({
      nextTask: ({ waiting: [edit] }) => (edit === undefined ? null : { id: edit, readyAtMs: 4000 }),
    });
    const { queue } = world.openTab();
    void queue.change(testItem("a"), add("1"));
    await world.runDisk();
    await world.advance(3999);
    await world.runDisk();
    expect(world.requests).toHaveLength(0);
    await world.advance(1);
    await world.runDisk();
    expect(world.requests).toHaveLength(1);
  });

  it("does not send an item that another tab has removed from the store", async () => {
    const world = new TestWorld();
    const { queue } = world.openTab();
    void queue.change(testItem("a"), add("1"));
    await world.runDisk();
    await world.answer("unreachable");
    world.disk.delete("a");
    await world.advance(1000);
    await world.runDisk();
    expect([world.requests.length, queue.item("a")]).toEqual([0, null]);
  });
});
