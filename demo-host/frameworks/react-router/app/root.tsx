import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { FrontEntryProvider } from "front-entry/react";
import "./app.css";

const themeOptions = { palette: { primary: { main: "#0f766e" } } };
const contextOptions = { baseUrl: "http://localhost:3002", clientId: "5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58" };

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <FrontEntryProvider options={{ contextOptions, themeOptions }}><Outlet /></FrontEntryProvider>;
}
