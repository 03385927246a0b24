import { CameraOutlined } from "@ant-design/icons";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { isUnsent } from "../../../shared/uploads/photo-outbox/kept-photo.ts";
import { usePhotoOutbox } from "../../../shared/uploads/photo-outbox/use-photo-outbox.ts";

/** On every other screen: what was taken on this device goes on being sent, and whoever wonders sees how it stands. */
export function WaitingPhotos(): ReactElement | null {
  const navigate = useNavigate();
  const { view } = usePhotoOutbox(useAuthUser().sid);
  const unsent = view.photos.filter(isUnsent);
  const [first] = unsent;
  if (!first) return null;
  const photos = unsent.length === 1 ? "1 photo" : `${unsent.length} photos`;
  return (
    <Button
      type="text"
      icon={<CameraOutlined />}
      title={view.words.text}
      aria-label={`${photos} on this device alone: ${view.words.text}`}
      onClick={() => void navigate({ to: "/projects/$projectId/capture", params: { projectId: first.slug } })}
    >
      {unsent.length}
    </Button>
  );
}
