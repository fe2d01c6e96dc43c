import { SIDEBAR } from '../../docs/.vitepress/sidebar.mjs'

const ORIGIN = '/docs'

const fileOf = (link) => `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`

/** Returns the first paragraph of a page on one line. */
const summaryOf = (text = '') =>
  (text.split('\n\n').find((part) => /^[A-Z`*]/.test(part)) ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

/** Lists the pages of the site for programs that read it (llmstxt.org), each with its link and a summary. */
export const llmsText = (pages) =>
  [
    '# Front Entry',
    '> A login box, an admin portal and an identity backend. Pages embed them by a script tag, an npm package or custom elements.',
    ...SIDEBAR.map(
      ({ text, items }) =>
        `## ${text}\n\n${items
          .map(
            (item) =>
              `- [${item.text}](${ORIGIN}${item.link}${item.link.endsWith('/') ? '' : '.html'}): ${summaryOf(pages.get(fileOf(item.link)))}`,
          )
          .join('\n')}`,
    ),
  ].join('\n\n')
