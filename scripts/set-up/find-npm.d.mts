/** The npm that started this program, with the same Node; otherwise the npm in PATH. The program, then its first arguments. */
export declare const findNpm: () => [string, ...string[]]
