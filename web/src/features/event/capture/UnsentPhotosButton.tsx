import { CameraOutlined } from "@ant-design/icons";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { isUnsent } from "../../../shared/uploads/photo-queue/queued-photo.ts";
import { usePhotoQueue } from "../../../shared/uploads/photo-queue/use-photo-queue.ts";

/** In the header of every other screen: sends this device's photos and shows how many are left. */
export function UnsentPhotosButton(): ReactElement | null {
  const navigate = useNavigate();
  const { view } = usePhotoQueue(useAuthUser().sid);
  const unsent = view.photos.filter(isUnsent);
  const [first] = unsent;
  if (!first) return null;
  const photos = unsent.length === 1 ? "1 photo" : `${unsent.length} photos`;
  return (
    <Button
      type="text"
      icon={<CameraOutlined />}
      title={view.status.text}
      aria-label={`${photos} only on this device: ${view.status.text}`}
      onClick={() => void navigate({ to: "/projects/$projectId/capture", params: { projectId: first.slug } })}
    >
      {unsent.length}
    </Button>
  );
}
