declare module 'fontkit' {
  /** A font file, which can be passed to `pdfkit` unchanged. */
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
    /** Chooses and places the glyphs of a run. @throws for tables that it can't read. */
    layout(text: string, features?: Readonly<Record<string, boolean>>): unknown
  }
  /** Reads a font file. @throws when the file is missing or contains no font. */
  export const openSync: (file: string) => Font
}
