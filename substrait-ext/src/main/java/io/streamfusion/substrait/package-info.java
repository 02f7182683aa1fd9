/** The contract between planner and engine: messages, function declarations and kernels. */
package io.streamfusion.substrait;
