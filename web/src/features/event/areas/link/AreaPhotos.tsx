import { CameraOutlined, DisconnectOutlined, LinkOutlined, UploadOutlined } from "@ant-design/icons";
import { type Area, type AreaImage, type PhotoUse, photoUses } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { type LinkPhoto, useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { type DecidePhoto, useDecidePhoto } from "../../../../shared/images/link-photo/use-decide-photo.ts";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { DateText } from "../../../../ui/DateText.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY, PHOTO_USE_DISPLAY as USE_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Link.module.css";

type Props = {
  area: Area;
  slug: string;
  /** Why photos cannot be linked; null when they can. */
  reason: string | null;
  onLink: () => void;
  /** Why photos cannot be uploaded; null when they can. */
  uploadReason: string | null;
  onUpload: () => void;
  /** Takes photos with this device's camera. */
  onCapture: () => void;
};

/** The photos of an area, the current one first. Each can be unlinked or made the current one. */
export function AreaPhotos({ area, slug, reason, onLink, uploadReason, onUpload, onCapture }: Props): ReactElement {
  const hasPhoto = area.imageSid !== null;
  const { data: photos } = useQuery(
    trpc.area.fetchAreaImages.queryOptions({ sid: area.sid }, { enabled: hasPhoto, staleTime: 0 }),
  );
  const links = useLinkPhoto(slug);
  const decisions = useDecidePhoto(slug);
  const uses = photoUses(photos ?? [], { isVoided: area.voided !== null });
  return (
    <>
      {area.voided !== null && hasPhoto && (
        <p className={styles["note"]}>The area is voided, so the stickers of its photos are not counted.</p>
      )}
      {area.voided === null && area.photos > 1 && (
        <p className={styles["note"]}>
          This area has {area.photos} photos. The newest one that is not rejected counts.
          {reason === null && " Decide about the others."}
        </p>
      )}
      {hasPhoto && (
        <ul className={styles["photos"]}>
          {(photos ?? []).map((photo) => (
            <PhotoOfArea
              key={photo.sid}
              photo={photo}
              use={uses.get(photo) ?? "current"}
              area={area}
              isOnly={photos?.length === 1}
              reason={reason}
              links={links}
              decisions={decisions}
            />
          ))}
        </ul>
      )}
      <div className={styles["actions"]}>
        <ReasonButton size="small" icon={<LinkOutlined />} reason={reason} onClick={onLink}>
          {hasPhoto ? "Link another photo" : "Link a photo"}
        </ReasonButton>
        <ReasonButton size="small" icon={<UploadOutlined />} reason={uploadReason} onClick={onUpload}>
          Upload a photo
        </ReasonButton>
        <ReasonButton size="small" icon={<CameraOutlined />} reason={uploadReason} onClick={onCapture}>
          Take photos
        </ReasonButton>
      </div>
    </>
  );
}

type PhotoProps = {
  photo: AreaImage;
  use: PhotoUse;
  area: Area;
  isOnly: boolean;
  reason: string | null;
  links: LinkPhoto;
  decisions: DecidePhoto;
};

function PhotoOfArea({ photo, use, area, isOnly, reason, links, decisions }: PhotoProps): ReactElement {
  const tag = isOnly && use === "current" ? null : USE_DISPLAY[use];
  const isDecided = use === "too" || use === "not";
  return (
    <li className={styles["photo"]}>
      <img src={photoUrl(photo.src, 320)} alt="" width={72} height={48} />
      <span className={styles["named"]}>
        <bdi title={photo.name}>{photo.name}</bdi>
        <span className={styles["tags"]}>
          <StatusTag display={IMAGE_STATUS_DISPLAY[photo.status]} />
          {tag && <StatusTag display={tag} />}
        </span>
        {photo.decided !== null && isDecided && (
          <span className="pc-quiet">
            <bdi>{photo.decided.by || "a deleted user"}</bdi>, <DateText iso={photo.decided.at} />
          </span>
        )}
      </span>
      <span className={styles["decisions"]}>
        {(isDecided || use === "undecided") && (
          <>
            <Decision photo={photo} use={use} reason={reason} decisions={decisions} />
            <ReasonButton size="small" reason={reason} onClick={() => links.prefer(photo, area)}>
              Use this photo
            </ReasonButton>
          </>
        )}
        <ReasonButton
          size="small"
          reason={reason}
          icon={<DisconnectOutlined />}
          tooltip={`Unlink ${photo.name}`}
          aria-label={`Unlink ${photo.name}`}
          onClick={() => void links.link(photo, null)}
        />
      </span>
    </li>
  );
}

type DecisionProps = { photo: AreaImage; use: PhotoUse; reason: string | null; decisions: DecidePhoto };

/** The two decisions about a photo besides the current one, or Undo once one was made. */
function Decision({ photo, use, reason, decisions: { decide, isPending } }: DecisionProps): ReactElement {
  const button = (title: string, countsToo: boolean | null): ReactElement => (
    <ReasonButton
      size="small"
      reason={reason}
      loading={isPending}
      aria-label={`${title}: ${photo.name}`}
      onClick={() => decide(photo.sid, countsToo)}
    >
      {title}
    </ReasonButton>
  );
  return use === "undecided" ? (
    <>
      {button("Counts too", true)}
      {button("Does not count", false)}
    </>
  ) : (
    button("Undo decision", null)
  );
}
