/** The npm that started this program, with the same Node; otherwise the npm in PATH. */
export function findNpm() {
  const running = process.env.npm_execpath
  return running?.endsWith('js') ? [process.execPath, running] : ['npm']
}
