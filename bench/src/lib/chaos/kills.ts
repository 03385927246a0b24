import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "../percentile.ts";
import { VICTIMS, type Victim } from "./installation.ts";
import { acknowledged } from "./ledger.ts";
import { type Asked, type Outcome, type Place, type World, whilePeopleWork } from "./world.ts";

/** Between two kills: at times work has just begun again, at times it goes at full speed. Milliseconds. */
const CALM_MS = { least: 20, most: 900 };
/** So often the next kill does not wait until all serves again: it comes in the middle of a start. */
const IN_A_START = 0.3;

export interface KillFigures {
  kills: number;
  /** From the kill until everything serves again; of several in a row from the last. Milliseconds. */
  restartMs: number;
  restartP50Ms: number;
  restartP95Ms: number;
}

/** One of API, worker and database is killed (`kill -9`), again and again. */
export const kills = (asked: Asked, count: number, place: Place = {}): Promise<Outcome<KillFigures>> =>
  whilePeopleWork(asked, place, (world) => killAll(world, count));

async function killAll({ installation, ledger, random, tell }: World, count: number): Promise<KillFigures> {
  const restarts: number[] = [];
  // Of every three kills each has one.
  const next: Victim[] = [];
  for (let done = 0; done < count;) {
    await delay(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least));
    if (next.length === 0) next.push(...VICTIMS);
    const victim = next[Math.floor(random() * next.length)] ?? "api";
    const killedAt = performance.now();
    if (!(await installation.kill(victim))) continue; // it was away already: its restart is under way
    next.splice(next.indexOf(victim), 1);
    done += 1;
    if (done % 25 === 0) tell(`${done} kills, ${acknowledged(ledger)} acknowledged`);
    if (victim === "worker" || (done < count && random() < IN_A_START)) continue;
    await installation.untilServing();
    restarts.push(performance.now() - killedAt);
  }
  return {
    kills: count,
    restartMs: Math.round(Math.max(0, ...restarts)),
    restartP50Ms: Math.round(percentile(restarts, 0.5)),
    restartP95Ms: Math.round(percentile(restarts, 0.95)),
  };
}
