import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "../percentile.ts";
import { VICTIMS, type Victim } from "./installation.ts";
import { acknowledged } from "./ledger.ts";
import { type Asked, type Outcome, type Place, type World, whilePeopleWork } from "./world.ts";

/** Pause between two kills, milliseconds: sometimes work has just restarted, sometimes it runs at full speed. */
const CALM_MS = { least: 20, most: 900 };
/** Probability that the next kill comes during the restart. */
const IN_A_START = 0.3;

export interface KillFigures {
  kills: number;
  /** Time from the (last) kill until all processes serve again, milliseconds. */
  restartMs: number;
  restartP50Ms: number;
  restartP95Ms: number;
}

/** Kills API, worker or database (`kill -9`) repeatedly. */
export const kills = (asked: Asked, count: number, place: Place = {}): Promise<Outcome<KillFigures>> =>
  whilePeopleWork(asked, place, (world) => killAll(world, count));

async function killAll({ installation, ledger, random, tell }: World, count: number): Promise<KillFigures> {
  const restarts: number[] = [];
  // Each process is killed once in every three kills.
  const next: Victim[] = [];
  for (let done = 0; done < count;) {
    await delay(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least));
    if (next.length === 0) next.push(...VICTIMS);
    const victim = next[Math.floor(random() * next.length)] ?? "api";
    const killedAt = performance.now();
    if (!(await installation.kill(victim))) continue; // the process is already restarting
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
