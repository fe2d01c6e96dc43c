/** A value that JSON can carry to the page and back. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One key or pointer sequence of the WebDriver Actions API, which both protocols share. */
export type Actions = readonly { [key: string]: Json }[]

/**
 * A browser tab as both protocols can drive it. Everything else is written once on top of this (`page.ts`).
 *
 * @see https://www.w3.org/TR/webdriver2/#actions
 * @see https://www.w3.org/TR/webdriver-bidi/
 */
export interface Tab {
  /** Resolves after the load event. */
  navigate(url: string): Promise<void>
  /** Runs the text of a function in the page and waits for its promise; throws what it throws. */
  call(functionText: string, args: readonly Json[]): Promise<unknown>
  perform(actions: Actions): Promise<void>
  /** A PNG of the viewport. */
  picture(): Promise<Buffer>
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** A user's browser profile: its tabs share cookies and storage with each other only. */
export interface Profile {
  openTab(): Promise<Tab>
  /** What the console has shown as an error so far, violations of a Content Security Policy included. */
  errors(): readonly string[]
  close(): Promise<void>
}

/** A running browser. */
export interface Engine {
  name: string
  openProfile(): Promise<Profile>
  /** Ends the browser with everything it started. */
  close(): Promise<void>
}
