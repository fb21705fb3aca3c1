/**
 * An ffmpeg that development installs, so that the playground's clips can go on where the machine has none. It is old, and
 * may see only what the sandbox painted.
 * @returns the machine's own if there is none for this platform
 */
export async function findSandboxFfmpeg(): Promise<string> {
  try {
    return (await import('@ffmpeg-installer/ffmpeg')).path;
  } catch {
    return 'ffmpeg';
  }
}
