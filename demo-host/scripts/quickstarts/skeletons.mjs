// The generators of these stacks download their templates from GitHub. The parts of the templates that the quickstarts
// change or the build needs are written here instead.

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

const manifest = (dependencies) =>
  json({ private: true, type: 'module', dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])) })

const nuxtProject = (name) => ({ path: `./.nuxt/tsconfig.${name}.json` })

const NUXT = {
  'package.json': manifest(['nuxt', 'vue', 'typescript', 'vue-tsc']),
  'tsconfig.json': json({ files: [], references: ['app', 'server', 'shared', 'node'].map(nuxtProject) }),
  'nuxt.config.ts': `// https://nuxt.com/docs/api/configuration/nuxt-config
export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true }
})
`,
  'app/app.vue': `<template>
  <div>
    <NuxtRouteAnnouncer />
  </div>
</template>
`,
}

const REACT_ROUTER = {
  'package.json': manifest([
    ...['@react-router/node', '@react-router/serve', 'isbot', 'react', 'react-dom', 'react-router'],
    ...['@react-router/dev', '@types/node', '@types/react', '@types/react-dom', 'typescript', 'vite'],
  ]),
  'tsconfig.json': json({
    include: ['**/*', '.react-router/types/**/*'],
    compilerOptions: {
      lib: ['DOM', 'DOM.Iterable', 'ES2022'],
      types: ['node', 'vite/client'],
      target: 'ES2022',
      module: 'ES2022',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      rootDirs: ['.', './.react-router/types'],
      esModuleInterop: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      skipLibCheck: true,
      strict: true,
    },
  }),
  'vite.config.ts': `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
  'app/app.css': '',
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import "./app.css";

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
  return <Outlet />;
}
`,
  'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
  'app/routes/home.tsx': `export default function Home() {
  return (
    <main>
    </main>
  );
}
`,
}

const ASTRO = {
  'package.json': manifest(['astro', '@astrojs/check', 'typescript']),
  'tsconfig.json': json({
    extends: 'astro/tsconfigs/strict',
    include: ['.astro/types.d.ts', '**/*'],
    exclude: ['dist'],
  }),
  'astro.config.mjs': `import { defineConfig } from 'astro/config';

export default defineConfig({});
`,
  'src/pages/index.astro': `---
---

<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width" />
		<title>Astro</title>
	</head>
	<body>
		<h1>Astro</h1>
	</body>
</html>
`,
}

/** Files by stack and path. */
export const SKELETONS = { nuxt: NUXT, 'react-router': REACT_ROUTER, astro: ASTRO }
