/** A value that can be sent to the page and back as JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** One key or pointer sequence of the WebDriver Actions API, which both protocols share. */
export type Actions = readonly { [key: string]: Json }[]

/**
 * A browser tab with the operations that both protocols support. `page.ts` builds everything else on them.
 *
 * @see https://www.w3.org/TR/webdriver2/#actions
 * @see https://www.w3.org/TR/webdriver-bidi/
 */
export interface Tab {
  /** Resolves after the load event. */
  navigate(url: string): Promise<void>
  /** Runs the text of a function in the page and waits for its promise; rethrows its errors. */
  call(functionText: string, args: readonly Json[]): Promise<unknown>
  perform(actions: Actions): Promise<void>
  /** Returns a PNG of the viewport. */
  picture(): Promise<Buffer>
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

/** A user's browser profile: its tabs share cookies and storage only with each other. */
export interface Profile {
  openTab(): Promise<Tab>
  /** Returns the errors in the console so far, including violations of a Content Security Policy. */
  errors(): readonly string[]
  close(): Promise<void>
}

/** A running browser. */
export interface Engine {
  name: string
  openProfile(): Promise<Profile>
  /** Ends the browser and all processes that it started. */
  close(): Promise<void>
}
