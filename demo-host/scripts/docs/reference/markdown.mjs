/** Escapes text for a table cell. */
export const cell = (text) => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

export const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

export const fence = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``

const languageOf = (example) => (example.startsWith('<') ? 'html' : 'ts')

/** Returns a documented name as a section: declaration, sentence, default, errors and examples. */
export const section = ({ name, signature, text, fallback, throws = [], examples = [] }, level = 2) =>
  [
    `${'#'.repeat(level)} ${name.replaceAll("'", '')}`,
    ...(signature ? [fence('ts', signature)] : []),
    text,
    ...(fallback
      ? [`Default: ${/[`{}<>[\]']|^\//.test(fallback) && !fallback.includes('`') ? code(fallback) : fallback}`]
      : []),
    ...throws.map((each) => `Throws ${each}`),
    ...examples.filter(Boolean).map((each) => fence(languageOf(each), each)),
  ].join('\n\n')

/** Returns a page with its title, an introduction and sections. */
export const page = (title, ...parts) => `# ${title}\n\n${parts.filter(Boolean).join('\n\n')}\n`
