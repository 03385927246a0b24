import { type Image, type Project, areaCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { type ReactElement, useState } from "react";
import { useLinkPhoto } from "../../../../shared/images/link-photo/use-link-photo.tsx";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
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
        <AreaChoice
          slug={event.slug}
          onClose={() => setChoosing(false)}
          onChoose={(area) => {
            setChoosing(false);
            void link(image, area);
          }}
        />
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

type ChoiceProps = {
  slug: string;
  onChoose: (area: { sid: string; name: string }) => void;
  onClose: () => void;
};

function AreaChoice({ slug, onChoose, onClose }: ChoiceProps): ReactElement {
  const { data: areas, isPending } = useQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }));
  return (
    <Select
      // It replaces the button that was clicked.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultOpen
      showSearch={{ optionFilterProp: "label" }}
      size="small"
      aria-label="Area"
      placeholder="Number"
      loading={isPending}
      notFoundContent={isPending ? "Looking for areas…" : "No such area. Add it under Ranges Control."}
      style={{ width: 140 }}
      options={(areas ?? []).map(({ sid, name }) => ({ value: sid, label: name }))}
      onSelect={(sid: string) => {
        const area = areas?.find((one) => one.sid === sid);
        if (area) onChoose(area);
      }}
      onBlur={onClose}
    />
  );
}
