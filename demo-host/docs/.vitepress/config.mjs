import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { SIDEBAR } from './sidebar.mjs'

// `npm run docs` works in the folder of the repository.
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Escapes code between backticks: Vue would otherwise treat `{{name}}` in it as an expression. */
const withLiteralCode = (markdown) => {
  const { code_inline: render } = markdown.renderer.rules
  markdown.renderer.rules.code_inline = (tokens, at, ...rest) => {
    tokens[at].attrSet('v-pre', '')
    return render(tokens, at, ...rest)
  }
}

export default defineConfig({
  title: 'Front Entry',
  description: 'Login box and admin portal for any web page',
  lang: 'en-US',
  base: '/docs/',
  srcExclude: ['README.md'],
  // demo-host/scripts/docs-site.test.mjs checks the links of all pages, including those to other sites.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  vite: {
    // The index of the search is a single file.
    build: { chunkSizeWarningLimit: 2_000 },
    define: { __RELEASE__: JSON.stringify(`http://localhost:3001/${version}`) },
  },
  markdown: {
    html: false,
    config: withLiteralCode,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Guides', link: '/guides/embed' },
      { text: 'Reference', link: '/reference/options' },
      { text: 'Playground', link: '/playground' },
    ],
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // A guide ranks above the pages that list thousands of names. The browser runs this function, so it uses no
            // outer variables.
            boostDocument: (id) => {
              if (/texts-|changelog/.test(id)) return 0.2
              return /guides\/(?!upgrade)|tutorial/.test(id) ? 3 : 1
            },
          },
        },
      },
    },
  },
})
