export const SOURCE: string
export const SITE: string
