/** Of a background job: aborted when the process ends. The job finishes the step in which it is and begins no other. */
export type StopSignal = { signal?: AbortSignal | undefined }
