export interface paths {
    "/v2/{slug}/cancel/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a job that is waiting or running.
         * @description Takes the job out of the queue, or stops the worker that runs it, and answers with the status `CANCELLED`. It is not run again. An endpoint takes 100 calls in 10 seconds and 20 at once, or more where its workers allow more.
         */
        post: operations["CancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the jobs and workers of an endpoint.
         * @description Answers with how many jobs wait, run and have ended, and with how many workers are in which state: the figures that tell a long queue from a lack of capacity. It starts no worker and costs nothing.
         */
        get: operations["JobHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/purge-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop every job that is still waiting.
         * @description Empties the queue of the endpoint, whoever submitted the work; it cannot be undone. A job that a worker has already taken up runs on. An endpoint takes 2 calls in 10 seconds.
         */
        post: operations["PurgeJobQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/retry/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a job that failed or timed out back in the queue.
         * @description Runs the same input again under the same `id`; its earlier error and output are gone. Only a job whose status is `FAILED` or `TIMED_OUT`, and whose result is still kept, can be put back. The new run is billed if it succeeds.
         */
        post: operations["RetryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a job and return at once.
         * @description Puts a job in the queue and answers with its `id` before any work is done; poll its status until it ends. The body holds at most 10 MB, and the result is kept for 30 minutes after the end. An endpoint takes 1000 calls in 10 seconds and 200 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.
         */
        post: operations["RunJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/runsync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a job and hold the call until it ends.
         * @description Puts a job in the queue and answers when it ends, or when `wait` runs out: the status is then not final, and the job goes on and is polled by its `id`, which begins with `sync-`. The body holds at most 20 MB, and the result is kept for 1 minute after the end. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more. Each accepted call starts a job of its own and is billed as such, so one whose answer is lost is not to be repeated blindly. A failed generation is not charged.
         */
        post: operations["RunSyncJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/status/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a job, and fetch its result once it has ended.
         * @description Answers at once with the present state of the job, and with `output` when it is `COMPLETED`. A result is kept for 30 minutes after the end of a job from `/run` and for 1 minute from `/runsync`; after that, or once its time to live is over, the job is answered with 404. Looking costs nothing and changes nothing; 2 seconds between two looks is a good pace. An endpoint takes 2000 looks in 10 seconds and 400 at once, or more where its workers allow more.
         */
        get: operations["JobStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{slug}/stream/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the parts of a result that have come since the last call.
         * @description Answers with the pieces a worker has put out so far and not yet delivered, each at most 1 MB, and holds the call for about 10 seconds while there are none. Call again until the status is final. Only a worker that yields its output piece by piece fills it. A piece already delivered is not delivered again. An endpoint takes 2000 calls in 10 seconds and 400 at once, or more where its workers allow more.
         */
        get: operations["StreamJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Load and capacity of an endpoint at one moment. */
        EndpointHealth: {
            /** @description How many pieces of work are in which state. */
            jobs?: {
                /** @description How many have ended with a result. */
                completed?: number;
                /** @description How many have ended in an error. */
                failed?: number;
                /** @description How many a worker has taken up and not finished. */
                inProgress?: number;
                /** @description How many wait for a worker. */
                inQueue?: number;
                /** @description How many were put back in the queue after a failure. */
                retried?: number;
            };
            /** @description How many instances of the container are in which state. */
            workers?: {
                /** @description How many are up and wait for a job. */
                idle?: number;
                /** @description How many are fetching the image or starting the container. */
                initializing?: number;
                /** @description How many can take a job without a cold start. */
                ready?: number;
                /** @description How many have a job in hand. */
                running?: number;
                /** @description How many are held back because their host has no free capacity. */
                throttled?: number;
            };
        };
        /** @description Why the service turned the request down. */
        Error: {
            /** @description The reason in words, for people to read; programs go by the HTTP status. */
            error?: string;
        };
        /** @description One piece of work and how far it has come. */
        Job: {
            /** @description Time spent in the queue before a worker took the job, in milliseconds as observed. */
            delayTime?: number;
            /** @description Why it went wrong, in the words of the worker. Present when the status is `FAILED`. */
            error?: string;
            /** @description Time the worker spent on the job, in milliseconds as observed. */
            executionTime?: number;
            /** @description What the job is polled and cancelled by. It begins with `sync-` when `/runsync` took it. */
            id: string;
            /** @description The result, once the job is `COMPLETED`. */
            output?: components["schemas"]["ModelOutput"] | unknown;
            status?: components["schemas"]["JobStatus"];
            /** @description Which machine instance ran the job. Absent until one has taken it. */
            workerId?: string;
        };
        /** @description How long a job may wait and run, and how it ranks. */
        JobPolicy: {
            /**
             * @description Longest time the job may run on a worker, in milliseconds, from 5 seconds to 7 days. A job that takes longer is stopped and ends as `TIMED_OUT`.
             * @default 600000
             */
            executionTimeout?: number;
            /** @description When true, the job waits for a worker that is already up and does not make the endpoint start more. */
            lowPriority?: boolean;
            /**
             * @description Life of the job from its submit on, waiting and running together, in milliseconds, from 10 seconds to 7 days. When it is over the job is removed, done or not, and its status answers 404.
             * @default 86400000
             */
            ttl?: number;
        };
        /** @description One piece of work for a model, and how to treat it. */
        JobRequest: {
            /** @description The parameters of the model, or what a worker of one's own takes. */
            input: components["schemas"]["ModelInput"] | {
                [key: string]: unknown;
            };
            policy?: components["schemas"]["JobPolicy"];
            s3Config?: components["schemas"]["JobS3Config"];
            /**
             * Format: uri
             * @description URL that is sent the job when it ends, up to 3 times, 10 seconds apart, until it answers 200. The call carries no signature, so the receiver takes it as a hint and reads the job itself.
             */
            webhook?: string;
        };
        /** @description S3-compatible storage the worker uploads large results to. The credentials travel with the job, so they are best limited to this one bucket. */
        JobS3Config: {
            /** @description Public half of the key pair, called the access key ID by most providers. */
            accessId?: string;
            /** @description Private half of the key pair. It is sent as it is and never comes back. */
            accessSecret?: string;
            /** @description Container in the storage that receives the uploaded files. */
            bucketName?: string;
            /**
             * Format: uri
             * @description Address of the storage service, with scheme and without the bucket.
             */
            endpointUrl?: string;
        };
        /** @description How far a job has come. `IN_QUEUE` waits for a worker and `IN_PROGRESS` runs on one; `COMPLETED` has its output, `FAILED` ended in an error and is not charged, `CANCELLED` was called off, and `TIMED_OUT` ran out of time. Any other value means that the job goes on: poll again. */
        JobStatus: "IN_QUEUE" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | "CANCELLED" | "TIMED_OUT" | (string & {});
        /** @description The pieces of a result that came since the last call. */
        JobStream: {
            status?: components["schemas"]["JobStatus"];
            /** @description New pieces in the order the worker made them; empty when none has come. */
            stream?: {
                /** @description What the worker yielded, any JSON value, at most 1 MB. */
                output?: unknown;
            }[];
        };
        /** @description The parameters of the model. Each model has its own; those named here are what image models take. All others, such as aspect ratio or output format, are sent as they are under the name the model gives them. */
        ModelInput: {
            /** @description How closely the model keeps to the prompt. Higher follows it more strictly, lower leaves more freedom. */
            guidance?: number;
            /** @description Vertical size of the image, in pixels. Images are charged by the megapixel. */
            height?: number;
            /** @description What the model is to keep out of the result, in plain words. */
            negative_prompt?: string;
            /** @description How many passes the model makes over the image. More passes take longer and bring out more detail. */
            num_inference_steps?: number;
            /** @description What the model is to make, in plain words. */
            prompt?: string;
            /** @description Start of the random sequence. The same number with the same parameters repeats a result. */
            seed?: number;
            /** @description Horizontal size of the image, in pixels. Images are charged by the megapixel. */
            width?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description What the model made, present once the job is `COMPLETED`. Public image, video and audio models fill the fields named here; a worker of one's own answers in a shape of its own. */
        ModelOutput: {
            /**
             * Format: uri
             * @description Where the sound can be downloaded. The link expires 7 days after generation.
             */
            audio_url?: string;
            /** @description What this generation is charged, in the currency of the account, computed from what was really made. */
            cost?: number;
            /**
             * Format: uri
             * @description Where the picture can be downloaded. The link expires 7 days after generation.
             */
            image_url?: string;
            /**
             * Format: uri
             * @description Where the film can be downloaded. The link expires 7 days after generation.
             */
            video_url?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description What emptying the queue came to. */
        PurgeResult: {
            /** @description How many waiting jobs were dropped. */
            removed?: number;
            /** @description Outcome in one word, `completed` when the queue is empty. */
            status?: string;
        };
    };
    responses: {
        /** @description The request cannot be carried out as it is: the body is not JSON, `input` is missing, a value is out of its range, or the job is not in a state that allows this. Nothing was queued or charged. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No endpoint has this slug, or no job this ID: it never existed, outlived its time to live, or its result is past retention, which is 30 minutes after the end for `/run` and 1 minute for `/runsync`. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 10 MB for `/run` or 20 MB for `/runsync`. Nothing was queued; hand over large inputs as URLs instead. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The endpoint has had more calls of this kind than it takes in 10 seconds, or at once. The call was turned away before anything was done, so it is safe to send it again after the pause. */
        TooManyRequests: {
            headers: {
                /**
                 * @description How long to pause before the next try, in whole seconds or as an HTTP date; may be absent.
                 * @example 3
                 */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing, wrong or disabled. Nothing was queued or charged. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
         * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
         */
        jobId: string;
        /**
         * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
         * @example flux-schnell
         */
        slug: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    CancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, now `CANCELLED`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "CANCELLED"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    JobHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": {
                     *         "completed": 1840,
                     *         "failed": 3,
                     *         "inProgress": 4,
                     *         "inQueue": 11,
                     *         "retried": 0
                     *       },
                     *       "workers": {
                     *         "idle": 0,
                     *         "initializing": 1,
                     *         "ready": 4,
                     *         "running": 4,
                     *         "throttled": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointHealth"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    PurgeJobQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How much was dropped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": 12,
                     *       "status": "completed"
                     *     }
                     */
                    "application/json": components["schemas"]["PurgeResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RetryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, waiting once more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "IN_QUEUE"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RunJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** @description What the model is to work on, at most 10 MB of JSON. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "prompt": "a lighthouse at dusk, oil on canvas",
                 *         "width": 1024,
                 *         "height": 1024,
                 *         "seed": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description The job as accepted, with the `id` to poll by and usually nothing else but its first status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1",
                     *       "status": "IN_QUEUE"
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    RunSyncJob: {
        parameters: {
            query?: {
                /** @description Longest time the service holds the call open, in milliseconds, from 1 second to 5 minutes. It bounds the answer, not the job. */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        /** @description What the model is to work on, at most 20 MB of JSON. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "input": {
                 *         "prompt": "a lighthouse at dusk, oil on canvas",
                 *         "width": 1024,
                 *         "height": 1024,
                 *         "seed": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["JobRequest"];
            };
        };
        responses: {
            /** @description The job, ended and with its `output` on success; with a status that is not final where the hold ran out first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sync-0c1f9a52-6b1d-4c0c-9d54-7d3b5f1a9e20-e1",
                     *       "status": "COMPLETED",
                     *       "delayTime": 412,
                     *       "executionTime": 1874,
                     *       "workerId": "w7k2p9x4m1",
                     *       "output": {
                     *         "image_url": "https://images.example.com/lighthouse.png",
                     *         "cost": 0.0025
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    JobStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it stands at this moment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
    StreamJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` that the submit answered with. It is known only under the slug it was submitted to; one that begins with `sync-` comes from `/runsync`.
                 * @example 5a7c0d4e-91b3-4f0e-8a3c-2f1f6d0b7c11-e1
                 */
                jobId: components["parameters"]["jobId"];
                /**
                 * @description Short name of a public model, or the ID of a Serverless endpoint of the account.
                 * @example flux-schnell
                 */
                slug: components["parameters"]["slug"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new pieces, oldest first, and the state of the job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "IN_PROGRESS",
                     *       "stream": [
                     *         {
                     *           "output": "A lighthouse stands"
                     *         },
                     *         {
                     *           "output": " at the edge of the sea."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobStream"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
        };
    };
}
//# sourceMappingURL=types.d.ts.map