// First: nothing may be made before it.
import "./lib/strict-page.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Root } from "./app/Root.tsx";
import "./app/app.css";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
