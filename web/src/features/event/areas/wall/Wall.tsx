import { FullscreenOutlined } from "@ant-design/icons";
import { AREA_STATUSES, type Project, eventIsOpen } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import dayjs from "dayjs";
import type { ReactElement } from "react";
import { HelpButton } from "../../../../shared/help/HelpButton.tsx";
import { useNow } from "../../../../shared/time/use-now.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { AREA_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import { FinishedCard } from "./FinishedCard.tsx";
import { HeatGrid } from "./HeatGrid.tsx";
import { NumbersCard } from "./NumbersCard.tsx";
import { PaceCard } from "./PaceCard.tsx";
import styles from "./Wall.module.css";
import { useFullScreen } from "./use-full-screen.ts";
import type { WallData } from "./use-wall.ts";
import { type WallFigures, wallFigures } from "./wall-figures.ts";

const figure = (count: number): string => count.toLocaleString("en-GB");

export function Wall({ event, areas, pace, captured, aheadMs, lostSinceMs }: WallData): ReactElement {
  const figures = wallFigures(areas);
  return (
    <main className={styles["wall"]}>
      <header className={styles["head"]}>
        <h1 dir="auto" title={event.name}>
          {event.name}
        </h1>
        <Navigation slug={event.slug} />
        <Clock aheadMs={aheadMs} />
      </header>
      <output className={lostSinceMs === null ? "pc-visually-hidden" : styles["lost"]}>
        {lostSinceMs !== null &&
          `No connection since ${dayjs(lostSinceMs).format("HH:mm")}. The figures are from that time.`}
      </output>
      {figures.total === 0 ? (
        <NoAreas event={event} />
      ) : (
        <>
          <Done figures={figures} event={event} />
          <Counts figures={figures} />
          <div className={styles["below"]}>
            <HeatGrid areas={areas} captured={captured} />
            <div className={styles["beside"]}>
              <Gaps figures={figures} />
              {figures.accountedFor === figures.total && <FinishedCard pace={pace} />}
              {/* No work follows in an event that is completed, discarded or archived, so nothing is estimated. */}
              {figures.accountedFor < figures.total && eventIsOpen(event).ok && (
                <PaceCard pace={pace} figures={figures} aheadMs={aheadMs} />
              )}
            </div>
          </div>
        </>
      )}
    </main>
  );
}

/** Without areas the wall shows the event's images, which are then the only progress. */
function NoAreas({ event: { slug, images, progress } }: { event: Project }): ReactElement {
  return (
    <>
      {images.total > 0 && (
        <section className={styles["done"]} aria-label="Done">
          <p className={styles["share"]}>
            <strong>
              {figure(images.settled)} of {figure(images.total)}
            </strong>{" "}
            {images.total === 1 ? "image" : "images"} approved or rejected
          </p>
          <div className={styles["bar"]} aria-hidden="true">
            <span className={styles["barDone"]} style={{ width: `${progress}%` }} />
          </div>
        </section>
      )}
      <EmptyState text="This event has no areas yet. Add the numbers of the store's areas to see which ones are photographed.">
        <Link to="/projects/$projectId/areas" params={{ projectId: slug }}>
          Open Ranges Control
        </Link>
      </EmptyState>
    </>
  );
}

/** The controls of the wall view, hidden in full screen. */
function Navigation({ slug }: { slug: string }): ReactElement | null {
  const fullScreen = useFullScreen();
  if (fullScreen?.isFull) return null;
  return (
    <nav className={styles["navigation"]} aria-label="Wall view">
      <Link to="/projects/$projectId/areas" params={{ projectId: slug }}>
        Ranges Control
      </Link>
      {fullScreen && (
        <Button icon={<FullscreenOutlined />} onClick={fullScreen.enter}>
          Full screen
        </Button>
      )}
      <HelpButton />
    </nav>
  );
}

function Clock({ aheadMs }: { aheadMs: number }): ReactElement {
  const now = dayjs(useNow(true) + aheadMs);
  return (
    <time className={styles["clock"]} dateTime={now.format("HH:mm")}>
      {now.format("HH:mm")}
    </time>
  );
}

function Done({ figures, event }: { figures: WallFigures; event: Project }): ReactElement {
  const { counts, total, accountedFor, photographed } = figures;
  const share = (count: number): string => `${(100 * count) / total}%`;
  return (
    <section className={styles["done"]} aria-label="Done">
      <p className={styles["share"]}>
        <strong>
          {figure(accountedFor)} of {figure(total)}
        </strong>{" "}
        {total === 1 ? "area" : "areas"} accounted for{" "}
        <span className={styles["of"]}>
          {figure(photographed)} photographed · {event.progress}&nbsp;% of images approved or rejected
        </span>
      </p>
      <progress className="pc-visually-hidden" aria-label="Areas accounted for" max={total} value={accountedFor} />
      <div className={styles["bar"]} aria-hidden="true">
        <span className={styles["barDone"]} style={{ width: share(accountedFor) }} />
        <span className={styles["barPending"]} style={{ width: share(counts.pending) }} />
      </div>
    </section>
  );
}

function Counts({ figures: { counts } }: { figures: WallFigures }): ReactElement {
  return (
    <ul className={styles["counts"]} aria-label="Areas by status">
      {AREA_STATUSES.map((status) => {
        const { icon, title, tone } = AREA_STATUS_DISPLAY[status];
        return (
          <li key={status} data-tone={tone}>
            <strong>{figure(counts[status])}</strong>
            <span className={styles["status"]}>
              <span aria-hidden="true" className={styles["icon"]}>
                {icon}
              </span>
              {title}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The areas that need a photo. Rejected ones come first, because they look finished in the store. */
function Gaps({ figures }: { figures: WallFigures }): ReactElement {
  const { toPhotographAgain, notPhotographed } = figures;
  const isNone = toPhotographAgain.length === 0 && notPhotographed.length === 0;
  return (
    <div className={styles["gaps"]}>
      {isNone && (
        <p className={styles["allTaken"]}>
          {figures.accountedFor === figures.total
            ? "Every area is accounted for."
            : "Every area is photographed or voided."}
        </p>
      )}
      <NumbersCard title="Photograph again" display={AREA_STATUS_DISPLAY.rejected} runs={toPhotographAgain} />
      <NumbersCard title="Not photographed" display={AREA_STATUS_DISPLAY.not_taken} runs={notPhotographed} />
    </div>
  );
}
