import { ArrowLeftOutlined } from "@ant-design/icons";
import { MAX_PHOTO_BYTES, PHOTO_ACCEPT, formatSize, projectCan } from "@precount/domain";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Alert, Tag } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { setRunningUploads } from "../../../shared/uploads/running-uploads.ts";
import { DropZone } from "../../../ui/DropZone.tsx";
import { uploads, useShowsUploads, useUploads } from "./page-uploads.ts";
import { summarizeUploads } from "./upload.ts";
import styles from "./Upload.module.css";
import { UploadsSummary } from "./UploadsSummary.tsx";
import { UploadsButton } from "./UploadsButton.tsx";
import { UploadRow } from "./UploadRow.tsx";

const route = getRouteApi("/private/projects/$projectId/eventImages/upload");

export function UploadScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const { area = null } = route.useSearch();
  const event = useProject(slug);
  const reason = reasonOf(projectCan.upload(event, useAuthUser()));
  const own = useUploads(slug);
  useShowsUploads(slug);
  const { total, open } = summarizeUploads(own);
  return (
    <div className="pc-page" style={{ maxWidth: 960 }}>
      <Link
        className="pc-back"
        to="/projects/$projectId/eventImages"
        params={{ projectId: slug }}
        activeOptions={{ exact: true }}
      >
        <ArrowLeftOutlined aria-hidden /> Back to <bdi>{event.name}</bdi>
      </Link>
      <div className="pc-titlebar" style={{ marginTop: 8 }}>
        <h1>Upload images</h1>
        {area !== null && <AreaTag slug={slug} area={area} />}
      </div>
      <Alert
        type="info"
        showIcon
        title="Do not upload company data. Photos of shelves only."
        style={{ marginBottom: 16 }}
      />
      <DropZone
        label="Photos"
        buttonText="Drop photos here, or choose them"
        hint={`JPEG, PNG, WebP, TIFF, AVIF or HEIC, up to ${formatSize(MAX_PHOTO_BYTES)} each`}
        accept={PHOTO_ACCEPT}
        isMultiple
        reason={reason}
        onFiles={(files) => {
          uploads.add(slug, area, files);
          setRunningUploads({ Button: UploadsButton, stop: uploads.stopAll });
        }}
      />
      {total > 0 && (
        <section aria-label="Uploads" className={styles["uploads"]}>
          <UploadsSummary slug={slug} own={own} />
          {open > 0 && (
            <p className="pc-quiet">
              Uploads continue while you use other screens. Keep this browser tab open until they are done.
            </p>
          )}
          <ul className={styles["list"]}>
            {own.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The area of the uploads, and a link to upload without one. */
function AreaTag({ slug, area }: { slug: string; area: number }): ReactElement {
  return (
    <>
      <Tag>For area {area}</Tag>
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }} replace>
        Remove the area
      </Link>
    </>
  );
}
