export function findBrowser(): Promise<string | undefined>
export function ensureBrowser(): Promise<string>
export function browserArgs(): string[]
