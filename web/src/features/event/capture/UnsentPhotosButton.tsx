import { CameraOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { isUnsent } from "../../../shared/uploads/photo-queue/queued-photo.ts";
import { usePhotoQueue } from "../../../shared/uploads/photo-queue/use-photo-queue.ts";
import { DarkTheme } from "../../../ui/DarkTheme.tsx";
import { PhotosPanel } from "./photo-list/PhotosPanel.tsx";

/**
 * In the header of every other screen: sends this device's photos and shows how many are left. Opens their list here, because the capture
 * page of their event may be gone or forbidden.
 */
export function UnsentPhotosButton(): ReactElement | null {
  const [isListOpen, setListOpen] = useState(false);
  const { queue, view } = usePhotoQueue(useAuthUser().sid);
  const unsentCount = view.photos.filter(isUnsent).length;
  // The open list stays when its last photo is sent or discarded.
  if (unsentCount === 0 && !isListOpen) return null;
  const photos = unsentCount === 1 ? "1 photo" : `${unsentCount} photos`;
  return (
    <>
      <Button
        type="text"
        icon={<CameraOutlined />}
        title={view.status.text}
        aria-label={`${photos} only on this device: ${view.status.text}`}
        onClick={() => setListOpen(true)}
      >
        {unsentCount}
      </Button>
      <DarkTheme>
        <PhotosPanel
          isOpen={isListOpen}
          slug={null}
          queue={queue}
          view={view}
          summaryOf={() => null}
          onClose={() => setListOpen(false)}
        />
      </DarkTheme>
    </>
  );
}
