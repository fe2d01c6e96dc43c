/** A written page: the file it is from, and its text. */
interface WrittenPage {
  source: string
  text: string
}

export const DOCS: string
export const writtenPages: () => Map<string, WrittenPage>
export const linksOf: (page: WrittenPage) => { page?: string; file?: string; hash: string }[]
export const forSite: (page: WrittenPage) => string
