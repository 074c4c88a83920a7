import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { keepForOffline } from "./net/offline";

const target = document.getElementById("app");
if (target) mount(App, { target });
keepForOffline();
