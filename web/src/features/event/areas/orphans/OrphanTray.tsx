import { type ImageListItem, type Project, areaCan } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { toImage, useEventSection } from "../../../../shared/images/event-section.ts";
import { AreaChoice } from "../../../../shared/images/link-photo/AreaChoice.tsx";
import { useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./OrphanTray.module.css";

/** The image list shows all of them. */
const MAX_PHOTOS = 20;

/** The photos without an area, to link them (PD-69). Nothing while every photo has one. */
export function OrphanTray({ event }: { event: Project }): ReactElement | null {
  const { slug } = event;
  const count = event.images.withoutArea;
  const { data } = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(
      { slug, mark: ["no-area"], page: 1, pageSize: MAX_PHOTOS },
      { enabled: count > 0, placeholderData: keepPreviousData },
    ),
  );
  if (count === 0) return null;
  const images = data?.images ?? [];
  return (
    <section className={styles["tray"]} aria-label="Photos without an area">
      <p className={styles["title"]}>
        <strong>
          {count.toLocaleString("en-GB")} {count === 1 ? "photo" : "photos"} without an area
        </strong>{" "}
        {!event.isArchived && (
          <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }} search={{ mark: ["no-area"] }}>
            Show in the list
          </Link>
        )}
      </p>
      <ul className={styles["photos"]}>
        {images.map((image) => (
          <Orphan key={image.sid} event={event} image={image} />
        ))}
      </ul>
    </section>
  );
}

function Orphan({ event, image }: { event: Project; image: ImageListItem }): ReactElement {
  const [isChoosing, setChoosing] = useState(false);
  const section = useEventSection();
  const { link, isPending } = useLinkPhoto(event.slug);
  return (
    <li className={styles["photo"]}>
      <Link {...toImage(section, event.slug, image.sid)} className={styles["open"]} aria-label={`Open ${image.name}`}>
        <img src={photoUrl(image.src, 320)} alt="" width={96} height={64} loading="lazy" />
      </Link>
      <span className={styles["name"]}>
        <bdi title={image.name}>{image.name}</bdi>
        <StatusTag display={IMAGE_STATUS_DISPLAY[image.status]} />
        {image.givenAreaCode !== null && <span className="pc-quiet">Taken for area {image.givenAreaCode}</span>}
        {isChoosing ? (
          <AreaChoice
            slug={event.slug}
            onClose={() => setChoosing(false)}
            onChoose={(area) => {
              setChoosing(false);
              void link(image, area);
            }}
          />
        ) : (
          <ReasonButton
            size="small"
            reason={reasonOf(areaCan.edit(event))}
            loading={isPending}
            aria-label={`Link to an area: ${image.name}`}
            onClick={() => setChoosing(true)}
          >
            Link to an area
          </ReasonButton>
        )}
      </span>
    </li>
  );
}
