import { DEFAULT_PROJECT_SETTINGS, ROTATIONS, projectSettingsInputSchema } from "@precount/domain";
import { Form, Input, InputNumber, Select } from "antd";
import type { ReactElement } from "react";
import { schemaRule } from "../../../shared/forms/form.ts";
import { EventModelSelect } from "../../../shared/models/EventModelSelect.tsx";
import { ROTATION_TITLES } from "../../../ui/rotations.ts";

const {
  defaultRotation: rotationSchema,
  rejectionThreshold: thresholdSchema,
  mergeDuplicatesPercent: mergeSchema,
  certificatePercent: certificateSchema,
  storeNumber: storeNumberSchema,
} = projectSettingsInputSchema.shape;

/** The fields of an event's settings that are saved together. They need a form around them. */
export function SettingsFields(): ReactElement {
  return (
    <>
      <Form.Item name="storeNumber" label="Store number" rules={[schemaRule(storeNumberSchema)]}>
        <Input style={{ maxWidth: 240 }} dir="auto" autoComplete="off" />
      </Form.Item>
      <Form.Item name="model" label="Model" extra="Reads the photos that are uploaded from now on.">
        <EventModelSelect />
      </Form.Item>
      <Form.Item name="defaultRotation" label="Default Rotation" rules={[schemaRule(rotationSchema)]}>
        <Select options={ROTATIONS.map((value) => ({ value, label: ROTATION_TITLES[value] }))} />
      </Form.Item>
      <Form.Item
        name="rejectionThreshold"
        label="Rejection Threshold"
        extra={`Images with a smaller share of valid stickers are marked 'Below threshold' and come first. Default: ${DEFAULT_PROJECT_SETTINGS.rejectionThreshold} %.`}
        rules={[schemaRule(thresholdSchema)]}
      >
        {/* No min or max: the field would silently change 900 to 100 instead of showing an error. */}
        <InputNumber suffix="%" style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name="mergeDuplicatesPercent"
        label="Merge stickers in two photos automatically"
        extra="From this certainty on, 90 to 100. Empty: a person decides about each pair."
        rules={[schemaRule(mergeSchema)]}
      >
        <InputNumber suffix="%" style={{ width: 160 }} />
      </Form.Item>
      <Form.Item
        name="certificatePercent"
        label="Complete needs a certificate"
        extra="A blind count must show that at most this percentage of the rows is wrong. Empty: the event can be completed without one."
        rules={[schemaRule(certificateSchema)]}
      >
        <InputNumber suffix="%" style={{ width: 160 }} />
      </Form.Item>
    </>
  );
}
