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
  return (
    <>
      {area.photos > 1 && (
        <p className={styles["note"]}>
          This area has {area.photos} photos. The newest one that is not rejected counts, unless you choose another.
        </p>
      )}
      {hasPhoto && (
        <ul className={styles["photos"]}>
          {(photos ?? []).map((photo) => (
            <PhotoOfArea
              key={photo.sid}
              photo={photo}
              area={area}
              isOnly={photos?.length === 1}
              reason={reason}
              links={links}
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

function PhotoOfArea({
  photo,
  area,
  isOnly,
  reason,
  links,
}: {
  photo: AreaImage;
  area: Area;
  isOnly: boolean;
  reason: string | null;
  links: LinkPhoto;
}): ReactElement {
  const isCurrent = photo.sid === area.imageSid;
  return (
    <li className={styles["photo"]}>
      <img src={photoUrl(photo.src, 320)} alt="" width={72} height={48} />
      <span className={styles["named"]}>
        <bdi title={photo.name}>{photo.name}</bdi>
        <span>
          <StatusTag display={IMAGE_STATUS_DISPLAY[photo.status]} /> {isCurrent && !isOnly && <Tag>Counts</Tag>}
        </span>
      </span>
      {!isCurrent && (
        <ReasonButton size="small" reason={reason} onClick={() => links.prefer(photo, area)}>
          Use this photo
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
