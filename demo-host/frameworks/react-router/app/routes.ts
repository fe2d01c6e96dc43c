import { type RouteConfig, index, route } from "@react-router/dev/routes";

export default [index("routes/home.tsx"), route("account/*", "routes/home.tsx", { id: "account" })] satisfies RouteConfig;
