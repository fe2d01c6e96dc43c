/** Returns a function that lets the files of a quickstart return to this path after a sign-in instead of to `/`. */
export declare const atPath: (path: string) => (text: string) => string
