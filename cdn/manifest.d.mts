export function sha256(bytes: Uint8Array): string
export function sha384(bytes: Uint8Array): string
/** Returns paths relative to the folder, without the compressed twins and the manifest. */
export function releaseFiles(folder: string): Promise<string[]>
