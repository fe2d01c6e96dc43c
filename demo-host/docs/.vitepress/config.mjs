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
    search: { provider: 'local' },
  },
})
