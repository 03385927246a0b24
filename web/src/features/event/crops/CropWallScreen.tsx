import { cropWallCan, groupWall } from "@precount/domain";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useMemo, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { errorMessage } from "../../../shared/api/errors.ts";
import { type CropsSearch, parseCropsSearch } from "../../../shared/paging/search.ts";
import { useUrlSearch } from "../../../shared/paging/use-url-search.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { CropGrid } from "./CropGrid.tsx";
import styles from "./CropWall.module.css";
import { RetypeDialog } from "./RetypeDialog.tsx";
import { WallActions } from "./WallActions.tsx";
import { WallBar } from "./WallBar.tsx";
import { runKey, cropActions } from "./crop-actions.ts";
import { useSeenMarks } from "./use-seen-marks.ts";
import { type Selection, useSelection } from "./use-selection.ts";
import { useWall } from "./use-wall.ts";
import { useWallEdits } from "./use-wall-edits.ts";
import { useWrongQueue } from "./use-wrong-queue.ts";
import { type WallImage, type WallItem, wallItems } from "./wall-items.ts";
import { readWallMemory } from "./wall-memory.ts";

const route = getRouteApi("/private/projects/$projectId/crops");

/** Every sticker of the event as its crop. Among sixty crops of one value, the one that is not this value stands out. */
export function CropWallScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const event = useProject(slug);
  const [search, change] = useUrlSearch(parseCropsSearch);
  const wall = useWall(slug);
  const { by, view, all, groups, items } = useShownCrops(wall.images, search);
  const selection = useSelection(items, useState(() => readWallMemory(slug)?.active ?? null)[0]);
  const queue = useWrongQueue(slug, all);
  const edits = useWallEdits(wall.refresh);
  const markReason = reasonOf(cropWallCan.mark(event, useAuthUser()));
  const markSeen = useSeenMarks(slug, wall.setSeen);
  const [isRetyping, setRetyping] = useState(false);
  const open = useOpenCrop(slug, items, selection);
  const selected = items.filter(({ id }) => selection.selected.has(id));
  const actions = cropActions(selected, items[selection.active], {
    isRunning: edits.isRunning,
    clear: selection.clear,
    markSeen,
    addWrong: queue.add,
    discard: (stickers) => void edits.discard(stickers),
    retype: () => setRetyping(queue.items.length > 0),
  });
  if (wall.error !== null && wall.images.length === 0) throw wall.error;
  return (
    <div className={styles["screen"]}>
      <div className={`pc-titlebar ${styles["title"] ?? ""}`}>
        <h1 title={event.name}>
          Crops: <bdi>{event.name}</bdi>
        </h1>
      </div>
      <WallBar
        search={search}
        by={by}
        shown={items.length}
        total={all.length}
        isPartial={wall.isPartial}
        onChange={change}
      />
      {items.length === 0 ? (
        <Nothing total={all.length} isLoading={wall.isLoading || wall.isPartial} />
      ) : (
        <CropGrid
          slug={slug}
          view={view}
          groups={groups}
          items={items}
          selection={selection}
          wrong={queue.ids}
          onKey={(key) => runKey(actions, key)}
          onOpen={open}
        />
      )}
      <WallActions
        count={selected.length}
        wrongCount={queue.items.length}
        isRunning={edits.isRunning}
        markReason={markReason}
        actions={actions}
        onOpen={() => selected[0] && open(items.indexOf(selected[0]))}
        onClear={selection.clear}
      />
      {wall.error !== null && <LoadError error={wall.error} onRetry={wall.retry} />}
      <RetypeDialog slug={slug} queue={queue} edits={edits} isOpen={isRetyping} onClose={() => setRetyping(false)} />
    </div>
  );
}

/** The crops that the filters leave, in groups. `view` names grouping and filters. */
function useShownCrops(images: readonly WallImage[], { by = "quantity", search = "", seen }: CropsSearch) {
  const isSeenHidden = seen === "hidden";
  const all = useMemo(() => wallItems(images, { isSeenHidden: false }), [images]);
  const shown = useMemo(() => {
    const groups = groupWall(wallItems(images, { search, isSeenHidden }), by);
    return { groups, items: groups.flatMap(({ stickers }) => stickers) };
  }, [images, search, isSeenHidden, by]);
  return { by, view: [by, search, isSeenHidden].join(" "), all, ...shown };
}

/** Opens a sticker in its photo. */
function useOpenCrop(slug: string, items: readonly WallItem[], selection: Selection): (index: number) => void {
  const navigate = useNavigate();
  return (index) => {
    const item = items[index];
    if (!item) return;
    selection.moveTo(index);
    void navigate({
      to: "/projects/$projectId/eventImages/images/$imageId",
      params: { projectId: slug, imageId: item.image.sid },
      search: { detection: item.position + 1 },
    });
  };
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  return (
    <div role="alert" className={styles["actions"]}>
      <span>Not all stickers could be loaded. {errorMessage(error)}</span>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function Nothing({ total, isLoading }: { total: number; isLoading: boolean }): ReactElement {
  if (isLoading) return <Loading />;
  return (
    <EmptyState
      text={
        total === 0
          ? "No sticker was read in this event's photos yet. Upload photos, and their stickers appear here."
          : "No sticker matches the filters."
      }
    />
  );
}
