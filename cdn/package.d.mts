/** Folder of the npm package. */
export declare const PACKAGE: string
export declare const buildPackage: (folder?: string) => Promise<string>
export declare const packagesOf: (folder: string, file: string) => Promise<string[]>
