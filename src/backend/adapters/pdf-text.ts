import { hasRightToLeft, visualRuns } from './bidi.ts'
import { MARGIN, type Pdf, widthOf } from './pdf-document.ts'
import { type Printable, printableCluster, shapingFeatures, type Weight } from './pdf-fonts.ts'

/** The share of the line that is above the baseline in DejaVu, on which the other fonts are put. */
const ASCENT = 0.797

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Finds words even in scripts without spaces between them, such as Thai. */
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns the runs of text by font, in reading order. */
const printables = (text: string, weight: Weight): Printable[] => {
  const pieces: { text: string; font: string }[] = []
  for (const { segment } of letters.segment(text))
    for (const piece of printableCluster(segment, weight)) {
      const last = pieces.at(-1)
      if (last?.font === piece.font) last.text += piece.text
      else pieces.push({ ...piece })
    }
  return pieces
}

/** Returns whether the library prints text correctly without help. */
const isPlain = (text: string, weight: Weight): boolean =>
  /^[\n\x20-\x7e]*$/.test(text) ||
  (!hasRightToLeft(text) &&
    text.split('\n').every((line) => {
      const [piece, ...more] = printables(line, weight)
      return more.length === 0 && (piece === undefined || (piece.font === weight && piece.text === line))
    }))

const STRONG = /[^\p{Script=Common}\p{Script=Inherited}]/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u

/** The font's shaper uses the direction of the first letter, which digits and punctuation don't have. */
const inShaperOrder = (text: string, isRightToLeft: boolean): string =>
  RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? '') === isRightToLeft ? text : Array.from(text).reverse().join('')

/** Returns the pieces of one line as they are drawn from left to right. */
const drawnPieces = (line: string, weight: Weight): Printable[] =>
  visualRuns(line).flatMap(({ text, isRightToLeft }) => {
    const pieces = printables(text, weight).map((piece) => ({
      ...piece,
      text: inShaperOrder(piece.text, isRightToLeft),
    }))
    return isRightToLeft ? pieces.reverse() : pieces
  })

/** The library also accepts features by name, which its types don't allow. */
const optionsOf = (piece: Printable): PDFKit.Mixins.TextOptions =>
  ({ features: shapingFeatures(piece), lineBreak: false, baseline: 'alphabetic' }) as object

const widthOfPiece = (document: Pdf, piece: Printable): number =>
  document.font(piece.font).widthOfString(piece.text, optionsOf(piece))

const widthOfLine = (document: Pdf, line: string, weight: Weight): number =>
  drawnPieces(line, weight).reduce((sum, piece) => sum + widthOfPiece(document, piece), 0)

const heightOfLine = (document: Pdf, line: string, weight: Weight): number =>
  Math.max(
    ...['regular', ...drawnPieces(line, weight).map(({ font }) => font)].map((font) =>
      document.font(font).currentLineHeight(true),
    ),
  )

interface Part {
  readonly text: string
  /** The width in points without the blanks at the end. */
  readonly inked: number
  readonly width: number
}

/**
 * Returns the words with the spaces and punctuation that follow them; a word wider than a line is split into letters.
 */
const partsOf = (document: Pdf, text: string, limit: number, weight: Weight): Part[] => {
  const parts: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike || parts.length === 0) parts.push(segment)
    else parts.push((parts.pop() ?? '') + segment)
  }
  const measured = (part: string): Part => {
    const width = widthOfLine(document, part, weight)
    const trimmed = part.trimEnd()
    return { text: part, width, inked: trimmed === part ? width : widthOfLine(document, trimmed, weight) }
  }
  return parts
    .map(measured)
    .flatMap((part) =>
      part.inked > limit ? Array.from(letters.segment(part.text), ({ segment }) => measured(segment)) : [part],
    )
}

const linesOf = (document: Pdf, text: string, limit: number, weight: Weight): string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    let left = limit
    for (const { text: part, width, inked } of partsOf(document, paragraph, limit, weight)) {
      if (inked > left && left < limit) {
        lines.push('')
        left = limit
      }
      lines.push((lines.pop() ?? '') + part)
      left -= width
    }
    return lines.map((line) => line.trimEnd())
  })

export interface TextBox {
  /** The left edge in points. */
  readonly x?: number
  /** The upper edge in points, below the preceding text by default. */
  readonly y?: number
  /** The width in points at which lines are broken, the page's by default. */
  readonly width?: number
  readonly align?: 'left' | 'right'
  readonly weight?: Weight
}

/** Returns the height in points that `writeText` needs. */
export const heightOfText = (document: Pdf, text: string, { width, weight = 'regular' }: TextBox = {}): number => {
  const limit = width ?? widthOf(document)
  if (isPlain(text, weight)) return document.font(weight).heightOfString(text, { width: limit })
  const height = linesOf(document, text, limit, weight).reduce(
    (sum, line) => sum + heightOfLine(document, line, weight),
    0,
  )
  document.font(weight)
  return height
}

/**
 * Writes text in any script below the existing content or in a box. Each letter has a font that contains it, and
 * right-to-left lines are in visual order. Afterwards `document.y` is below the text, and the font is that of `weight`.
 *
 * @example writeText(document, 'חברה 5', { x: 56, width: 200 })
 */
export const writeText = (document: Pdf, text: string, box: TextBox = {}): void => {
  const { x = MARGIN, y = document.y, width = widthOf(document), align = 'left', weight = 'regular' } = box
  if (isPlain(text, weight)) {
    document.font(weight).text(text, x, y, { width, align })
    return
  }
  let top = y
  for (const line of linesOf(document, text, width, weight)) {
    const height = heightOfLine(document, line, weight)
    if (top + height > document.page.height - MARGIN) {
      document.addPage()
      top = MARGIN
    }
    let left = align === 'right' ? x + width - widthOfLine(document, line, weight) : x
    const baseline = top + document.font('regular').currentLineHeight(true) * ASCENT
    for (const piece of drawnPieces(line, weight)) {
      const advance = widthOfPiece(document, piece)
      document.text(piece.text, left, baseline, optionsOf(piece))
      left += advance
    }
    top += height
  }
  document.font(weight)
  document.x = x
  document.y = top
}
