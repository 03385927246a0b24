import { DATASET_FORMATS, DATASET_FORMAT_TITLES, type DatasetFormat, OWN_BUSY, type Project } from "@precount/domain";
import { useMutation } from "@tanstack/react-query";
import { Checkbox, Form, Radio, Select } from "antd";
import type { ReactElement } from "react";
import { startKeptDownload } from "../../../shared/api/download.ts";
import { KeepInput } from "../../../shared/forms/KeepInput.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";

type Values = { format: DatasetFormat; pixels: "files" | "links"; approvedOnly: boolean };

const INITIAL: Values = { format: "coco", pixels: "files", approvedOnly: false };

/** The parts of a result that each format keeps. */
const HINTS: Readonly<Record<DatasetFormat, string>> = {
  coco: "Upright boxes with the corners and angle of the rotated ones. Codes and quantities are attributes. Precount can import it.",
  yolo: "Corners of rotated boxes, for Ultralytics. Codes and quantities are in readings.csv.",
  cvat: "Rotated boxes. Codes and quantities are attributes.",
  labelstudio: "Rotated boxes with texts. Images that are not approved get predictions instead of annotations.",
  voc: "Upright boxes only. Codes and quantities are attributes.",
};

function datasetUrl(slug: string, { format, pixels, approvedOnly }: Values): string {
  const query = new URLSearchParams({ format, pixels, approvedOnly: String(approvedOnly) });
  return `/api/projects/${encodeURIComponent(slug)}/dataset/download?${query.toString()}`;
}

export function ExportForm({ event }: { event: Project }): ReactElement {
  const [form] = Form.useForm<Values>();
  const download = useMutation({ mutationFn: (url: string) => startKeptDownload(url, OWN_BUSY.preparing) });
  const format = Form.useWatch("format", form) ?? INITIAL.format;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pc-panel"
      style={{ padding: 24 }}
      initialValues={INITIAL}
      onFinish={(values) => download.mutate(datasetUrl(event.slug, values))}
    >
      <KeepInput />
      <h2 style={{ marginTop: 0 }}>Export</h2>
      <Form.Item name="format" label="Format" extra={HINTS[format]}>
        <Select options={DATASET_FORMATS.map((value) => ({ value, label: DATASET_FORMAT_TITLES[value] }))} />
      </Form.Item>
      <Form.Item name="pixels" label="Images" extra="Links ask for a sign-in to Precount.">
        <Radio.Group
          options={[
            { value: "files", label: "Files" },
            { value: "links", label: "Links" },
          ]}
        />
      </Form.Item>
      <Form.Item name="approvedOnly" valuePropName="checked">
        <Checkbox>Only approved images</Checkbox>
      </Form.Item>
      <p className="pc-quiet">
        Rejected images and images without a detection are left out. One in five images is for validation; the images of
        an area stay together.
      </p>
      <ReasonButton
        type="primary"
        htmlType="submit"
        loading={download.isPending}
        reason={event.images.total === 0 ? "This event has no photos yet." : null}
      >
        Download
      </ReasonButton>
    </Form>
  );
}
