/** What the file service refuses, with the status and the code of S3. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function noSuchKey(key: string): S3Refusal {
  return new S3Refusal(404, "NoSuchKey", `there is no file "${key}"`);
}

export function noSuchUpload(uploadId: string): S3Refusal {
  const problem = `there is no unfinished upload "${uploadId}" of this key`;
  return new S3Refusal(404, "NoSuchUpload", problem);
}

export function notImplemented(what: string): S3Refusal {
  const problem = `the file service does not offer ${what}`;
  return new S3Refusal(501, "NotImplemented", problem);
}
