import { escapeMarkup } from '../domain/mail/shown-text.ts'
import type { PrintedReport } from '../ports/reports.ts'

const WIDTH = 1_000
const MARGIN = 40
const GAP = 12
const MAX_CELL = 300

/** A font size in px; `advance` is roughly the width of a Latin letter. */
interface Size {
  font: number
  line: number
  advance: number
  weight?: number
}

const TITLE: Size = { font: 24, line: 34, advance: 14, weight: 600 }
const HEADING: Size = { font: 16, line: 26, advance: 9.5, weight: 600 }
const HEAD: Size = { font: 12, line: 18, advance: 7.5, weight: 600 }
const BODY: Size = { font: 12, line: 18, advance: 7 }

/** Letters that take up the width of two. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

/** Breaks lines before the letter that doesn't fit, at a space if there is one, because SVG wraps no text. */
const linesOf = (text: string, width: number, { advance }: Size): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const letter of text.slice(0, MAX_CELL).replace(/[\p{Cc}\p{Cs}]/gu, ' ')) {
    const room = WIDE.test(letter) ? 2 * advance : advance
    if (used + room > width && line !== '') {
      const blank = line.lastIndexOf(' ')
      const rest = blank > 0 ? line.slice(blank + 1) : ''
      lines.push(blank > 0 ? line.slice(0, blank) : line)
      line = rest
      used = rest.length * advance
    }
    line += letter
    used += room
  }
  return [...lines, line]
}

/**
 * Draws a report as an SVG image 1,000 px wide, without scripts or links. Long cells wrap, and are cut off after 300
 * characters.
 */
export const drawReport = async ({ title, subtitle, facts, tables }: PrintedReport): Promise<Uint8Array> => {
  const parts: string[] = []
  let y = MARGIN

  const row = (texts: readonly string[], size: Size): void => {
    const width = (WIDTH - 2 * MARGIN) / Math.max(1, texts.length)
    const cells = texts.map((text) => linesOf(text, width - GAP, size))
    const { font, line, weight = 400 } = size
    cells.forEach((lines, column) => {
      lines.forEach((text, at) => {
        const place = `x="${MARGIN + column * width}" y="${y + at * line + font}"`
        if (text) parts.push(`<text ${place} font-size="${font}" font-weight="${weight}">${escapeMarkup(text)}</text>`)
      })
    })
    y += Math.max(1, ...cells.map((lines) => lines.length)) * line
  }
  const rule = (): void => {
    parts.push(`<path d="M${MARGIN} ${y}H${WIDTH - MARGIN}" stroke="#b5bac4"/>`)
    y += GAP / 2
  }

  row([title], TITLE)
  row([subtitle], BODY)
  y += GAP
  for (const fact of facts) row(fact, BODY)
  for (const { title: heading, columns, rows, empty } of tables) {
    y += 2 * GAP
    row([heading], HEADING)
    if (rows.length === 0) row([empty], BODY)
    else {
      row(columns, HEAD)
      rule()
      for (const each of rows) row(each, BODY)
    }
  }
  const height = y + MARGIN
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui,sans-serif" fill="#1c2024"><title>${escapeMarkup(title)}</title><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`,
  )
}
