import { type Image, type Project, areaCan } from "@precount/domain";
import { Skeleton } from "antd";
import { type ReactElement, Suspense, useState } from "react";
import { useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { AreaChoice } from "../lazy-parts.tsx";
import styles from "./Info.module.css";

/** The area of the photo, and the buttons that link and unlink it. */
export function AreaOfImage({ event, image }: { event: Project; image: Image }): ReactElement {
  const [isChoosing, setChoosing] = useState(false);
  const { link, isPending } = useLinkPhoto(event.slug);
  const reason = reasonOf(areaCan.edit(event));
  return (
    <span className={styles["area"]}>
      {image.areaCode ?? <span className="pc-quiet">none</span>}
      {isChoosing ? (
        <Suspense fallback={<Skeleton.Input size="small" />}>
          <AreaChoice
            slug={event.slug}
            onClose={() => setChoosing(false)}
            onChoose={(area) => {
              setChoosing(false);
              void link(image, area);
            }}
          />
        </Suspense>
      ) : (
        <ReasonButton size="small" reason={reason} loading={isPending} onClick={() => setChoosing(true)}>
          {image.areaCode === null ? "Link to an area" : "Change"}
        </ReasonButton>
      )}
      {image.areaCode !== null && !isChoosing && (
        <ReasonButton size="small" reason={reason} onClick={() => void link(image, null)}>
          Unlink
        </ReasonButton>
      )}
    </span>
  );
}
