import { CameraOutlined, LinkOutlined, UploadOutlined } from "@ant-design/icons";
import type { Area, AreaImage } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Tag } from "antd";
import type { ReactElement } from "react";
import { type LinkPhoto, useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { photoUrl } from "../../../../shared/images/photo-url.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Link.module.css";

type Props = {
  area: Area;
  slug: string;
  /** Why nothing can be linked now; null when it can. */
  reason: string | null;
  onLink: () => void;
  /** Why nothing can be uploaded now; null when it can. */
  uploadReason: string | null;
  onUpload: () => void;
  /** With this device's camera. */
  onCapture: () => void;
};

/** The photos of an area, the one that counts first; each can be taken off it, or made the one that counts. */
export function AreaPhotos({ area, slug, reason, onLink, uploadReason, onUpload, onCapture }: Props): ReactElement {
  const hasPhoto = area.imageSid !== null;
  const { data: photos } = useQuery(
    trpc.area.fetchAreaImages.queryOptions({ sid: area.sid }, { enabled: hasPhoto, staleTime: 0 }),
  );
  const links = useLinkPhoto(slug);
  return (
    <>
      {area.photos > 1 && (
        <p className={styles["which"]}>
          This area has {area.photos} photos. Which counts? Until somebody says so, the newest that is not rejected.
        </p>
      )}
      {hasPhoto && (
        <ul className={styles["photos"]}>
          {(photos ?? []).map((photo) => (
            <PhotoOfArea
              key={photo.sid}
              photo={photo}
              area={area}
              isOne={photos?.length === 1}
              reason={reason}
              links={links}
            />
          ))}
        </ul>
      )}
      <div className={styles["ways"]}>
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

function PhotoOfArea({
  photo,
  area,
  isOne,
  reason,
  links,
}: {
  photo: AreaImage;
  area: Area;
  isOne: boolean;
  reason: string | null;
  links: LinkPhoto;
}): ReactElement {
  const counts = photo.sid === area.imageSid;
  return (
    <li className={styles["photo"]}>
      <img src={photoUrl(photo.src, 320)} alt="" width={72} height={48} />
      <span className={styles["named"]}>
        <bdi title={photo.name}>{photo.name}</bdi>
        <span>
          <StatusTag display={IMAGE_STATUS_DISPLAY[photo.status]} /> {counts && !isOne && <Tag>Counts</Tag>}
        </span>
      </span>
      {!counts && (
        <ReasonButton size="small" reason={reason} onClick={() => links.prefer(photo, area)}>
          Let this count
        </ReasonButton>
      )}
      <ReasonButton
        size="small"
        reason={reason}
        aria-label={`Unlink ${photo.name}`}
        onClick={() => void links.link(photo, null)}
      >
        Unlink
      </ReasonButton>
    </li>
  );
}
