import { defineConfig } from 'vitepress'
import { SIDEBAR } from './sidebar.mjs'

/** Code between backticks is text: Vue would otherwise take `{{name}}` in it for an expression. */
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
  // The links of all pages are judged by demo-host/scripts/docs-site.test.mjs, also those that leave the site.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
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
    ],
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // A guide comes before the pages that list thousands of names. The browser runs this, so it uses nothing around it.
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
